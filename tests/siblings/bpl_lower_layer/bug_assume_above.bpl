// Wrong: at layer 1 the assumption of layer 2 is not there: the run Main(0) calls Set(0) at layer 1 and fails at its gate. Main(1)
// is a run at both layers: nothing is vacuous.

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
  call Set(n);
}
