// Wrong: P sets g to 0 and calls Q, which believes at its entry that g > 0: its assertion fails in the run P, Q.

var g: int where g > 0;

procedure Q()
{
  assert g > 0;
}

procedure P()
  modifies g;
{
  g := 0;
  call Q();
}
