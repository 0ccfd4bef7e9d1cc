// An action that calls another fails where the `asserts` clause of the callee does not hold. `Nested` runs while x may
// be anything, so the program fails; forgetting the clause at the call would hide it.

var {:layer 0,1} x: int;

yield procedure {:layer 0} Do();
  refines Nested;

atomic action {:layer 1} Nested()
{
  call Guarded(0);
}

atomic action {:layer 1} Guarded(expected: int)
  asserts x == expected;
{
}

yield procedure {:layer 1} Main()
{
  call Do();
//^^^^^^^^^^ gate
}
