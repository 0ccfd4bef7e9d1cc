// The assumption comes after the assertion that needs it.
// An assumption has no effect on what comes before it.

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
  assert k >= 10;
//^^^^^^^^^^^^^^^ assertion
  assume k == 10;
}
