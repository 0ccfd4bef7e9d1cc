// The gate of an action of Y reads a variable of X.

var {:layer 0, 2} {:module "X"} x: int;
var {:layer 0, 2} {:module "Y"} y: int;

atomic action {:layer 1, 2} {:module "Y"} AddY()
asserts x > 0;
//      ^ ownership
{
  y := y + 1;
}
