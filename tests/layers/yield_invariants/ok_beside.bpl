// A yield invariant in parallel with a call keeps what was known across the call.

var {:layer 0, 1} level: int;

yield invariant {:layer 1} AtLeast(n: int);
preserves level >= n;

yield procedure {:layer 1} Work();

yield procedure {:layer 1} Main()
requires call AtLeast(5);
{
  call Work() | AtLeast(5);
  call AtLeast(5);
}
