// The gate of the left mover `Look` does not survive `Close`. The two commute: neither writes what the other writes.

var {:layer 0, 1} open: bool;

left action {:layer 1} Look()
{
  assert open;
//^^^^^^^^^^^^ gate-preservation
}

atomic action {:layer 1} Close()
modifies open;
{
  open := false;
}
