// Two arms increase x, but each promises only that x is at least one more than at its start. Both started at the same
// value, so the promises together say no more than one of them.

var {:layer 0, 1} x: int;

yield invariant {:layer 1} XAtLeast(n: int);
preserves x >= n;

yield procedure {:layer 0} AddX();
refines atomic action {:layer 1} _
{
  x := x + 1;
}

yield procedure {:layer 1} IncreaseX()
requires call XAtLeast(old(x));
ensures call XAtLeast(old(x) + 1);
{
  call AddX();
}

yield procedure {:layer 1} Main()
requires call XAtLeast(3);
{
  call IncreaseX() | IncreaseX();
  assert {:layer 1} x >= 4;
  assert {:layer 1} x >= 5;
//^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
