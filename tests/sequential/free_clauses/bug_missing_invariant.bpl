// The free invariant is gone.
// After the loop, k may be larger than n.

procedure Trusting(x: int) returns (y: int)
  free requires 0 <= x;
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
}

procedure FreeInvariant(n: int) returns (k: int)
  requires 0 <= n;
  ensures k == n;
//^^^^^^^^^^^^^^^ postcondition
{
  k := 0;
  while (k < n)
  {
    k := k + 1;
  }
}
