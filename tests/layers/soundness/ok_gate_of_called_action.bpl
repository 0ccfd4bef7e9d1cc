// The caller asserts what the callee asserts, for the arguments of the call.

var {:layer 0,1} x: int;

yield procedure {:layer 0} Do();
  refines Nested;

atomic action {:layer 1} Nested()
  asserts x >= 0;
{
  call Guarded(-1);
}

atomic action {:layer 1} Guarded(least: int)
  asserts x > least;
{
}

yield invariant {:layer 1} Natural();
  preserves x >= 0;

yield procedure {:layer 1} Main()
  requires call Natural();
{
  call Do();
}
