// An inlined procedure with a loop, a local variable and a return in the middle.
// Its locals are fresh in each copy.

procedure {:inline 1} Clip(x: int, limit: int) returns (y: int)
{
  var k: int;

  y := x;
  if (x <= limit) {
    return;
  }
  k := 0;
  while (limit < y)
    invariant limit <= y;
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
