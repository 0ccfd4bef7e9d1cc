// The counter runs ahead of the level.

var {:layer 0, 1} level: int;

yield invariant {:layer 1} AtLeast(n: int);
preserves level >= n;

yield procedure {:layer 0} Raise();
refines atomic action {:layer 1} _
{
  level := level + 1;
}

yield procedure {:layer 1} RaiseBy(k: int)
requires call AtLeast(0);
{
  var i: int;
  i := 0;
  while (i < k)
  invariant {:yields} true;
  invariant call AtLeast(i);
//^^^^^^^^^^^^^^^^^^^^^^^^^^ yield-invariant
  {
    call Raise();
    i := i + 2;
  }
}
