// One of two paths to the return does not raise the level.

var {:layer 0, 1} level: int;

yield invariant {:layer 1} AtLeast(n: int);
preserves level >= n;

yield procedure {:layer 0} Raise();
refines atomic action {:layer 1} _
{
  level := level + 1;
}

yield procedure {:layer 1} MaybeRaise(b: bool)
requires call AtLeast(0);
ensures call AtLeast(1);
//^^^^^^^^^^^^^^^^^^^^^^ yield-invariant
{
  if (b) {
    call Raise();
  }
}
