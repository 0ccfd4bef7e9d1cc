// Wrong: Q sets g to 0; the run P, Q fails at the assertion 0 > 0.

var g: int where g > 0;

procedure Q()
  modifies g;
{
  g := 0;
}

procedure P()
  modifies g;
{
  call Q();
  assert g > 0;
}
