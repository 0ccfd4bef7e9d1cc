// At layer 2 the procedure gives way to its action, which does not exist there.

var {:layer 0, 2} x: int;

atomic action {:layer 1} SetX()
modifies x;
{
  x := 1;
}

yield procedure {:layer 0} Set();
refines SetX;

yield procedure {:layer 1} Main()
//                         ^^^^ layers
refines SetX;
{
  call Set();
}
