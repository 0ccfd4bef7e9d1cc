// The assertion behind the call says that `n` has not passed zero, but no run ever gets there: `Wander` never returns.
// `Enter` sets `z` to one first and is then stuck for ever, so that `Look`, which relies on what layer 2 makes of `Enter`,
// fails in a real run.

var {:layer 0, 2} x: int;
var {:layer 0, 2} z: int;

yield procedure {:layer 0} Count();
refines both action {:layer 1} _ { x := x + 1; }

yield procedure {:layer 0} Set();
refines atomic action {:layer 1} _ { z := 1; }

yield procedure {:layer 0} Look();
refines atomic action {:layer 1, 2} _ { assert z != 1; }

yield left procedure {:layer 1} Wander(n: int)
//                              ^^^^^^ cooperation-recursion
modifies x;
ensures {:layer 1} false;
{
  call Count();
  call Wander(n - 1);
  assert {:layer 1} n >= 0;
}

yield procedure {:layer 1} Enter()
refines atomic action {:layer 2} _ { z := 7; }
{
  call Set();
  call Wander(3);
}

yield invariant {:layer 2} NotOne();
preserves z != 1;

yield procedure {:layer 2} Observe()
requires call NotOne();
{
  call Look();
}
