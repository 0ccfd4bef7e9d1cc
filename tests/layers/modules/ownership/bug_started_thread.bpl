// At layer 1 the started thread is a step of the one that starts it.

var {:layer 0, 1} {:module "X"} x: int;

yield procedure {:layer 0} {:module "X"} AddX();
refines left action {:layer 1} _
{
  x := x + 1;
}

yield procedure {:layer 1} {:module "Y"} P()
{
  async call {:sync} AddX();
//^^^^^^^^^^^^^^^^^^^^^^^^^^ ownership
}
