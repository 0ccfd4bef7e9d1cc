// What the new thread relies on must hold where it is started.

var {:layer 0, 1} level: int;

yield invariant {:layer 1} AtLeast(n: int);
preserves level >= n;

yield procedure {:layer 1} Work()
requires call AtLeast(5);
{
}

yield procedure {:layer 1} Main()
requires call AtLeast(4);
{
  async call Work();
//^^^^^^^^^^^^^^^^^^ yield-invariant
}
