// Right: all writes keep the range of the global.

var g: int where g > 0;

procedure Q()
  modifies g;
  requires g > 0;
  ensures g > 0;
{
  g := g + 1;
}

procedure P()
  modifies g;
  requires g > 0;
{
  call Q();
  assert g > 0;
}
