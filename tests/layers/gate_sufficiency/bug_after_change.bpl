// The assertion in the body speaks of the state after the change.

var {:layer 0, 1} level: int;

atomic action {:layer 1} Lower()
modifies level;
asserts level >= 0;
{
  level := level - 1;
  assert level >= 0;
//^^^^^^^^^^^^^^^^^^ gate-sufficiency
}
