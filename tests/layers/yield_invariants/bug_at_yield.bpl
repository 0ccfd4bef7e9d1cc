// One step raises the level by one, not by two.

var {:layer 0, 1} level: int;

yield invariant {:layer 1} AtLeast(n: int);
preserves level >= n;

yield procedure {:layer 0} Raise();
refines atomic action {:layer 1} _
{
  level := level + 1;
}

yield procedure {:layer 1} Main()
requires call AtLeast(0);
{
  call Raise();
  call AtLeast(2);
//^^^^^^^^^^^^^^^^ yield-invariant
}
