// Wrong: the loop sets g to 0, -1; the assertion fails in the concrete run. A global under a loop.

var g: int where g > 0;

procedure P()
  modifies g;
{
  g := 1;
  while (g != 0 - 1)
  {
    g := g - 1;
  }
  assert g > 0;
}
