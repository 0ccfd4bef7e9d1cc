// Wrong: three layers; the middle procedure passes on what only layer 3 asks for. At layer 1 (and 2) the run Main(0), Middle(0), Set(0)
// fails at the gate.

var {:layer 0, 3} x: int;

yield procedure {:layer 0} Set(n: int);
refines atomic action {:layer 1, 3} _
{
  assert n > 0;
  x := n;
}

yield procedure {:layer 3} Middle(n: int)
requires {:layer 3} n > 0;
{
  call Set(n);
}

yield procedure {:layer 3} Main(n: int)
requires {:layer 3} n > 0;
{
  call Middle(n);
}
