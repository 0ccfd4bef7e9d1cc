// A thread writes, and then waits forever in the middle of its transaction. Another thread sees what it wrote, so the
// transaction cannot be said not to have happened; and nothing is left of it if it is said to end.

var {:layer 0, 1} x: int;

yield invariant {:layer 1} Zero();
preserves x == 0;

yield procedure {:layer 0} Write(n: int);
refines atomic action {:layer 1} _
{
  x := n;
}

yield procedure {:layer 1} Stuck(b: bool)
{
  call Write(1);
  assume b && !b;
//^^^^^^^^^^^^^^^ cooperation-assume
}

yield procedure {:layer 1} Reader()
preserves call Zero();
{
}
