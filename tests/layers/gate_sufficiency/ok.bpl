// The clause says more than the assertion in the body needs.

var {:layer 0, 1} divisor: int;

atomic action {:layer 1} Halve() returns (half: int)
asserts divisor > 0;
{
  assert divisor != 0;
  half := 100 div divisor;
}
