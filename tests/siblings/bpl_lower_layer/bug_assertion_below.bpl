// Wrong: the assertion of layer 1 in the midst of Main fails in the run Main(0); the assumption is of layer 2.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Set(n: int);
refines atomic action {:layer 1, 2} _
{
  assert n > 0;
  x := n;
}

yield procedure {:layer 2} Main(n: int)
{
  call {:layer 2} Assume(n > 0);
  assert {:layer 1} n > 0;
  call Set(n);
}
