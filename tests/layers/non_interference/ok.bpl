// Every thread only raises the level, so a level once seen is a lower bound from then on.

var {:layer 0, 1} level: int;

yield invariant {:layer 1} AtLeast(n: int);
preserves level >= n;

yield procedure {:layer 0} Raise();
refines atomic action {:layer 1} _
{
  level := level + 1;
}

yield procedure {:layer 1} RaiseTwice(n: int)
requires call AtLeast(n);
ensures call AtLeast(n + 2);
{
  call Raise();
  call AtLeast(n + 1);
  call Raise();
}
