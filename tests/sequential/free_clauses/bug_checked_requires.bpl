// The precondition that was free is now a proper one.
// The caller has to establish it, and cannot.

procedure Trusting(x: int) returns (y: int)
  requires 0 <= x;
  requires x <= 100;
  free ensures y >= 1000;
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
//^^^^^^^^^^^^^^^^^^^^^^ precondition
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
