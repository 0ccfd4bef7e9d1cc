// A free invariant that contradicts a checked one: the loop body is checked in no state at all.
// The second loop has the same invariants with one sign changed.

procedure Broken(n: int)
  requires 0 <= n;
{
  var k: int;

  k := 0;
  while (k < n)
//^^^^^^^^^^^^^ vacuous
    invariant 0 <= k;
    free invariant k < 0;
  {
    k := k - 1;
  }
}

procedure Whole(n: int)
  requires 0 <= n;
{
  var k: int;

  k := 0;
  while (k < n)  // whole
    invariant 0 <= k;
    free invariant k <= n;
  {
    k := k + 1;
  }
  assert k == n;
}
