// Wrong: after x := 5 the run has x == 5 and low == 0, high == 3; the loop head believes the range of x, which speaks of others.

procedure P(low: int, high: int)
  requires low == 0 && high == 3;
{
  var x: int where low <= x && x <= high;
  var i: int;
  x := 5;
  i := 0;
  while (i < 2)
  {
    x := x + 1;
    i := i + 1;
  }
  assert x <= high;
}
