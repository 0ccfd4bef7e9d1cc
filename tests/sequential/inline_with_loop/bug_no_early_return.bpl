// The early return is missing: small values reach the loop, below the limit.
// The loop's first invariant does not hold for them on entry.

procedure {:inline 1} Clip(x: int, limit: int) returns (y: int)
{
  var k: int;

  y := x;
  k := 0;
  while (limit < y)
    invariant limit <= y;
//  ^^^^^^^^^^^^^^^^^^^^^ invariant-entry
    invariant k == x - y;
  {
    y := y - 1;
    k := k + 1;
  }
  assert k == x - limit;
}

procedure Client(x: int, k: int) returns (a: int, b: int)
  requires 0 <= x;
  ensures a <= 10 && b <= 20;
  ensures x <= 10 ==> a == x && b == x;
{
  call a := Clip(x, 10);
  call b := Clip(x, 20);
}
