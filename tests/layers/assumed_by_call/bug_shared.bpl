// Layer 2 takes for true what layer 1 does not know: the action fails there, from x == 0.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Raise();
refines atomic action {:layer 1, 2} _
{
  assert x > 0;
  x := x + 1;
}

yield procedure {:layer 2} Main()
{
  call {:layer 2} Assume(x > 0);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ cooperation-assume
  call Raise();
}
