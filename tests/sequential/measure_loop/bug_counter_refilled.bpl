// The counter grows on a path where the flag stays as it is.
// That path makes no progress.

procedure TwoCounters(a: int, b: int)
  requires 0 <= a && 0 <= b;
{
  var x, y: int;

  x, y := a, b;
  while (0 < x || 0 < y)
    invariant 0 <= x && 0 <= y;
    measure x, y;
  {
    if (0 < y) {
      y := y - 1;
    } else {
      x := x - 1;
      havoc y;
      assume 0 <= y;
    }
  }
}

procedure Flag(n: int)
  requires 0 <= n;
{
  var running: bool;
  var k: int;

  running, k := true, n;
  while (running)
    invariant 0 <= k;
    measure running, k;
//  ^^^^^^^^^^^^^^^^^^^ measure
  {
    if (*) {
      k := k + 100;
    } else {
      assume 0 < k;
      k := k - 1;
    }
  }
}
