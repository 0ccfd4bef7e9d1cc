// An action of Y does what an action of X does.

var {:layer 0, 1} {:module "X"} x: int;
var {:layer 0, 1} {:module "Y"} y: int;

atomic action {:layer 1} {:module "X"} AddX()
{
  x := x + 1;
}

atomic action {:layer 1} {:module "Y"} AddBoth()
{
  y := y + 1;
  call AddX();
//^^^^^^^^^^^^ ownership
}
