// A thread that does nothing that is seen above its layer needs no synchronization.

var {:layer 0, 1} log: int;
var {:layer 0, 2} x: int;

yield procedure {:layer 0} Note();
refines atomic action {:layer 1} _
{
  log := log + 1;
}

yield procedure {:layer 0} Set(n: int);
refines atomic action {:layer 1} _
{
  x := n;
}

yield procedure {:layer 1} Logger()
{
  call Note();
}

yield procedure {:layer 1} SetAndLog(n: int)
refines atomic action {:layer 2} _
{
  x := n;
}
{
  call Set(n);
  async call Logger();
}
