// Without the precondition the switch may be off.

var {:layer 0, 1} on: bool;
var {:layer 0, 1} x: int;

invariant {:layer 1} On();
preserves on;

left action {:layer 1} Add()
modifies x;
{
  if (on) {
    x := x + 1;
  } else {
    x := 2 * x;
  }
}

atomic action {:layer 1} AddTwo()
//                       ^^^^^^ commutativity
modifies x;
{
  x := x + 2;
}
