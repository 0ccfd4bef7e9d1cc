// The lower action fails at zero, where the upper one does not.

var {:layer 0, 2} x: int;

atomic action {:layer 1} DecreasePositive()
modifies x;
refines Decrease;
{
  assert x > 0;
//^^^^^^^^^^^^^ action-refinement
  x := x - 1;
}

atomic action {:layer 2} Decrease()
modifies x;
{
  assert x >= 0;
  x := x - 1;
}
