// The refined action does not fail at zero, the procedure does.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Halve() returns (half: int);
refines atomic action {:layer 1} _
{
  assert x > 0;
  half := x div 2;
}

yield procedure {:layer 1} Half() returns (half: int)
refines atomic action {:layer 2} _
{
  assert x >= 0;
  half := x div 2;
}
{
  call half := Halve();
//^^^^^^^^^^^^^^^^^^^^^ gate
}
