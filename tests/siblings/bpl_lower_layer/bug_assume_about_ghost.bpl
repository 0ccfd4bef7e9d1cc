// Wrong: the assumption is about a local of layer 2 alone, which is a copy of what the program has. At layer 1 the run Main(0)
// fails at the gate of Set.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Set(n: int);
refines atomic action {:layer 1, 2} _
{
  assert n > 0;
  x := n;
}

yield procedure {:layer 2} Main(n: int)
{
  var {:layer 2} positive: bool;
  call {:layer 2} positive := Copy(n > 0);
  call {:layer 2} Assume(positive);
  call Set(n);
}
