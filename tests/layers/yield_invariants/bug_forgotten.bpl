// A call of a procedure is a yield: what was known before is forgotten, unless a yield invariant beside it keeps it.

var {:layer 0, 1} level: int;

yield invariant {:layer 1} AtLeast(n: int);
preserves level >= n;

yield procedure {:layer 1} Work();

yield procedure {:layer 1} Main()
requires call AtLeast(5);
{
  call Work();
  call AtLeast(5);
//^^^^^^^^^^^^^^^^ yield-invariant
}
