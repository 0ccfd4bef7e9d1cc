// The caller does by itself what its callee has done already.

var {:layer 0, 2} x: int;

atomic action {:layer 2} ADD()
modifies x;
{
  x := x + 1;
}

yield procedure {:layer 0} AddLow();
refines atomic action {:layer 1} _
{
  x := x + 1;
}

yield procedure {:layer 1} Add()
refines ADD;
{
  call AddLow();
}

yield procedure {:layer 1} AddAgain()
//                         ^^^^^^^^ refinement
refines ADD;
{
  call Add();
  call AddLow();
}
