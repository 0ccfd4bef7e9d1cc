// Wrong: Start calls Main(0). At layer 1 nobody asks, and the run Start, Main(0), Set(0) fails at the gate; at layer 2 the call is
// behind an assumption about a number that may be either.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Set(n: int);
refines atomic action {:layer 1, 2} _
{
  assert n > 0;
  x := n;
}

yield procedure {:layer 2} Main(n: int)
requires {:layer 2} n > 0;
{
  call Set(n);
}

yield procedure {:layer 2} Start(n: int)
{
  call {:layer 2} Assume(n > 0);
  call Main(n);
}
