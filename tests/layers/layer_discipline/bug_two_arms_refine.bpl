// Only one of the arms could be the one visible step.

var {:layer 0, 2} x: int;

atomic action {:layer 2} AddOne()
modifies x;
{
  x := x + 1;
}

yield procedure {:layer 0} AddLow();
refines atomic action {:layer 1} _
{
  x := x + 1;
}

yield procedure {:layer 1} Add()
refines AddOne;
{
  call AddLow();
}

yield procedure {:layer 1} AddTwice()
refines AddOne;
{
  call Add() | Add();
//^^^^^^^^^^^^^^^^^^ layers
}
