// A mover procedure is a step of its caller, who is of another module.

var {:layer 0, 1} {:module "X"} x: int;

yield procedure {:layer 0} {:module "X"} AddX();
refines both action {:layer 1} _
{
  x := x + 1;
}

yield both procedure {:layer 1} {:module "X"} Twice()
modifies x;
{
  call AddX();
  call AddX();
}

yield procedure {:layer 1} {:module "Y"} P()
{
  call Twice();
//^^^^^^^^^^^^^ ownership
}
