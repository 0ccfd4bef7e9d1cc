// The procedure takes from nothing, where the action would wait.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} TakeLow();
refines atomic action {:layer 1} _
{
  x := x - 1;
}

yield procedure {:layer 1} Take()
//                         ^^^^ refinement
refines atomic action {:layer 2} _
{
  assume x > 0;
  x := x - 1;
}
{
  call TakeLow();
}
