// A module does not use what belongs to the main program.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} AddX();
refines atomic action {:layer 1} {:module "M"} _
{
  x := x + 1;
//^^^^^^^^^^^ ownership
}
