// The count of steps exists up to layer 1 only, so the refined action need not speak of it.

var {:layer 0, 1} steps: int;
var {:layer 0, 2} x: int;

atomic action {:layer 1} CountedIncrease()
modifies steps, x;
refines Increase;
{
  steps := steps + 1;
  x := x + 1;
}

atomic action {:layer 2} Increase()
modifies x;
{
  x := x + 1;
}
