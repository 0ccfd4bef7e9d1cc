// The action commutes with itself only as long as the switch is on, and that is a precondition of it.

var {:layer 0, 1} on: bool;
var {:layer 0, 1} x: int;

invariant {:layer 1} On();
preserves on;

left action {:layer 1} Add()
requires call On();
modifies x;
{
  if (on) {
    x := x + 1;
  } else {
    x := 2 * x;
  }
}

atomic action {:layer 1} AddTwo()
modifies x;
{
  x := x + 2;
}
