// Right: the left mover raises the level; Look fails above 7: what fails before fails after.

var {:layer 0, 1} level: int;

left action {:layer 1} Raise()
modifies level;
{
  level := level + 1;
}

yield procedure {:layer 0} DoRaise();
refines Raise;

yield procedure {:layer 0} DoLook();
refines atomic action {:layer 1} _
{
  assert level <= 7;
}
