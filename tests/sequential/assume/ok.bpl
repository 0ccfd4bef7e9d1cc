// What is assumed holds from there on, and only there.
// An assumption on one path says nothing about the other.

procedure Paths(x: int, y: int) returns (r: int)
  ensures r > 0;
{
  if (*) {
    assume x > 0;
    r := x;
  } else {
    assume y > x;
    r := y - x;
  }
  assert r > 0;
}

procedure AfterLoop(n: int) returns (k: int)
  ensures k == 10;
{
  k := n;
  while (*)
  {
    k := k + 1;
  }
  assume k == 10;
}
