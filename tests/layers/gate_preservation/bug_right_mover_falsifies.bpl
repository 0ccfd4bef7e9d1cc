// The right mover `Close` makes `Look` fail; moved to the right of it, it would not.

var {:layer 0, 1} open: bool;

right action {:layer 1} Close()
modifies open;
{
  open := false;
}

atomic action {:layer 1} Look()
{
  assert open;
//^^^^^^^^^^^^ gate-preservation
}
