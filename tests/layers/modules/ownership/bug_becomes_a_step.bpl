// The procedure of X is an action at layer 1, where X still owns the variable: the call is a step of Y on it.

var {:layer 0, 2} {:module "X"} {:module 2, "Y"} x: int;

yield procedure {:layer 0} {:module "X"} AddX();
refines atomic action {:layer 1, 2} {:module "X"} {:module 2, "Y"} _
{
  x := x + 1;
}

yield procedure {:layer 2} {:module "Y"} Twice()
{
  call AddX();
//^^^^^^^^^^^^ ownership
}
