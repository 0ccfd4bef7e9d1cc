// Right: an assumption in an atomic action blocks, and waits for another thread.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Write(n: int);
refines atomic action {:layer 1} _
{
  x := n;
}

yield procedure {:layer 0} Read() returns (n: int);
refines atomic action {:layer 1} _
{
  n := x;
}

yield procedure {:layer 0} Await();
refines atomic action {:layer 1} _
{
  assume x > 0;
}

yield procedure {:layer 1} Main()
{
  call Await();
}
