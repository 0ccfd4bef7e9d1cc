// Right: what layer 2 asks for, layer 1 asks for too.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Set(n: int);
refines atomic action {:layer 1, 2} _
{
  assert n > 0;
  x := n;
}

yield procedure {:layer 2} Main(n: int)
requires {:layer 1, 2} n > 0;
{
  call Set(n);
}
