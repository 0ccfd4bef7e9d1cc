// The callee asks for more than the caller has.

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
  call Work();
//^^^^^^^^^^^^ yield-invariant
}
