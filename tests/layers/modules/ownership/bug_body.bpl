// The variable of X is Y's from layer 2 on, but the action is there at layer 1, too.

var {:layer 0, 2} {:module "X"} {:module 2, "Y"} x: int;
var {:layer 0, 2} {:module "Y"} y: int;

yield procedure {:layer 1} {:module "Y"} Late();
refines atomic action {:layer 2} _
//                               ^ ownership
{
  x := y;
}

yield procedure {:layer 0} {:module "Y"} Early()
refines atomic action {:layer 1, 2} _
{
  x := y;
//^^^^^^^ ownership
}
{
  assume false;
}
