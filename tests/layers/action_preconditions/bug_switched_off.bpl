// Somebody turns the switch off, and with it the precondition that movers rely on.

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

atomic action {:layer 1} TurnOff()
//                       ^^^^^^^ non-interference
//                       ^^^^^^^ commutativity
modifies on;
{
  on := false;
}
