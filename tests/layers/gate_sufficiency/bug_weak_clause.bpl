// The clause admits a divisor below zero, the assertion in the body does not.

var {:layer 0, 1} divisor: int;

atomic action {:layer 1} Halve() returns (half: int)
asserts divisor != 0;
{
  assert divisor > 0;
//^^^^^^^^^^^^^^^^^^^ gate-sufficiency
  half := 100 div divisor;
}
