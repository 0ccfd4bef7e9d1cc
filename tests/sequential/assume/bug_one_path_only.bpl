// The assumption on the second path is gone.
// On that path the difference may be zero or negative.

procedure Paths(x: int, y: int) returns (r: int)
  ensures r > 0;
{
  if (*) {
    assume x > 0;
    r := x;
  } else {
    r := y - x;
  }
  assert r > 0;
//^^^^^^^^^^^^^ assertion
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
