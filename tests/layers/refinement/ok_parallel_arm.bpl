// One arm refines the action of the caller, the other does nothing that is seen above.

var {:layer 0, 2} x: int;
var {:layer 0, 1} log: int;

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

yield procedure {:layer 0} LogLow();
refines atomic action {:layer 1} _
{
  log := log + 1;
}

yield procedure {:layer 1} Add()
refines ADD;
{
  call AddLow();
}

yield procedure {:layer 1} Log()
{
  call LogLow();
}

yield procedure {:layer 1} AddAndLog()
refines ADD;
{
  call Add() | Log();
}
