// The postcondition that was free is now a proper one.
// The body does not establish it.

procedure Trusting(x: int) returns (y: int)
  free requires 0 <= x;
  requires x <= 100;
  ensures y >= 1000;  // promised
//^^^^^^^^^^^^^^^^^^ postcondition
  ensures y >= 0;
{
  y := x;
  assert 0 <= y;
}

procedure Caller(x: int) returns (y: int)
  requires x <= 50;
  ensures y >= 1000;
{
  // No check that x is not negative.
  call y := Trusting(x);
}

procedure FreeInvariant(n: int) returns (k: int)
  requires 0 <= n;
  ensures k == n;
{
  k := 0;
  while (k < n)
    free invariant k <= n;
  {
    k := k + 1;
  }
}
