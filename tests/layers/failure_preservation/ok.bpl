// The left mover `Raise` commutes with `Look` and does not turn a failure of it into success.

var {:layer 0, 1} level: int;

left action {:layer 1} Raise()
modifies level;
{
  level := level + 1;
}

atomic action {:layer 1} Look()
{
  assert level <= 7;
}
