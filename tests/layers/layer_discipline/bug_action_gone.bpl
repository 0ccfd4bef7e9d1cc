// At layer 2 nothing stands for the callee.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Set();
refines atomic action {:layer 1} _
{
  x := 1;
}

yield procedure {:layer 2} Main()
{
  call Set();
//^^^^^^^^^^ layers
}
