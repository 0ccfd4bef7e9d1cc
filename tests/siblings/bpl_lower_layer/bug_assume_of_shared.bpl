// Wrong: what is assumed at layer 2 is about the shared variable, before the step. At layer 1, from x == 0, the run Main fails
// at the gate of Raise.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Raise();
refines atomic action {:layer 1, 2} _
{
  assert x > 0;
  x := x + 1;
}

yield procedure {:layer 2} Main()
{
  call {:layer 2} Assume(x > 0);
  call Raise();
}
