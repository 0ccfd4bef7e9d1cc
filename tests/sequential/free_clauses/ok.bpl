// Free clauses are believed and not checked: by the body (free requires, free invariant), by the caller (free ensures).
// So the caller owes only the other ones.

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
{
  k := 0;
  while (k < n)
    free invariant k <= n;
  {
    k := k + 1;
  }
}
