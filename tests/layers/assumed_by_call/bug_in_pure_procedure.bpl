// A pure procedure takes its own postcondition for true by a call.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Set(n: int);
refines atomic action {:layer 1, 2} _
{
  assert n > 0;
  x := n;
}

pure procedure Believe(n: int)
ensures n > 0;
{
  call Assume(n > 0);
//^^^^^^^^^^^^^^^^^^^ cooperation-assume
}

yield procedure {:layer 2} Main(n: int)
{
  call {:layer 2} Believe(n);
  call Set(n);
}
