// The same with one invariant for all bounds: one check of each step in place of four.

var {:layer 0, 1} x: int;

yield invariant {:layer 1} AtLeast(n: int);
preserves x >= n;

yield procedure {:layer 0} Add(n: int);
refines atomic action {:layer 1} _
{
  assert n >= 0;
  x := x + n;
}

yield procedure {:layer 1} AddThrice()
requires call AtLeast(5);
ensures call AtLeast(8);
{
  call Add(1);
  call AtLeast(6);
  call Add(1);
  call AtLeast(7);
  call Add(1);
}

yield procedure {:layer 1} AddAtOnce()
{
  call Add(3);
}
