// Wrong: the yield invariant of layer 2 that Main requires is not there at layer 1: from x == 0 the run Main fails at the gate
// of Raise at layer 1.

var {:layer 0, 2} x: int;

yield invariant {:layer 2} Positive();
preserves x > 0;

yield procedure {:layer 0} Raise();
refines atomic action {:layer 1, 2} _
{
  assert x > 0;
  x := x + 1;
}

yield procedure {:layer 2} Main()
requires call Positive();
{
  call Raise();
}
