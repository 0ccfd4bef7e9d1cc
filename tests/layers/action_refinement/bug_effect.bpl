// The lower action can decrease the variable, the upper one cannot.

var {:layer 0, 2} x: int;

atomic action {:layer 1} Drift()
//                       ^^^^^ action-refinement
modifies x;
refines Grow;
{
  var step: int;
  assume -1 <= step;
  x := x + step;
}

atomic action {:layer 2} Grow()
modifies x;
{
  var step: int;
  assume 0 <= step;
  x := x + step;
}
