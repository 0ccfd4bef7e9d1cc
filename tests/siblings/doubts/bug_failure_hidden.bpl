// Wrong: from level 0 Look fails; with the left mover Fill before it, it does not: a failing run looks right.

var {:layer 0, 1} level: int;

left action {:layer 1} Fill()
modifies level;
{
  assume true;
  level := 1;
}

yield procedure {:layer 0} DoFill();
refines Fill;

yield procedure {:layer 0} DoLook();
refines atomic action {:layer 1} _
{
  assert level == 1;
}
