// After the second Swap, x is compared with the value of y at the start of Twice.
// `old` does not mean the state before the last call.

var x, y: int;

procedure Swap()
  modifies x, y;
  ensures x == old(y) && y == old(x);
{
  x := x + y;
  y := x - y;
  x := x - y;
}

procedure Twice()
  modifies x, y;
  ensures x == old(x) && y == old(y);
  ensures old(x + y) == x + y;
{
  call Swap();
  call Swap();
  assert x == old(y);
//^^^^^^^^^^^^^^^^^^^ assertion
}

procedure Drift(n: int)
  requires 0 <= n;
  modifies x, y;
  ensures x == old(x) + n && y == old(y) - n;
{
  var k: int;

  k := 0;
  while (k < n)
    invariant 0 <= k && k <= n;
    invariant x == old(x) + k;
    invariant x + y == old(x + y);
  {
    x, y, k := x + 1, y - 1, k + 1;
  }
}
