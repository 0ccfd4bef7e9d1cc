// Wrong: Main asks for n > 0 at layer 2 only. Layer 1, where nothing is asked, has the run Main(0), Set(0), which fails at the
// gate. Main(1) is a run at both layers.

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
