// One thread counts up while others do. At each yield the author says what is known there, and every step of every other
// thread keeps it.

var {:layer 0, 1} x: int;

yield invariant {:layer 1} AtLeastFive();
preserves x >= 5;

yield invariant {:layer 1} AtLeastSix();
preserves x >= 6;

yield invariant {:layer 1} AtLeastSeven();
preserves x >= 7;

yield invariant {:layer 1} AtLeastEight();
preserves x >= 8;

yield procedure {:layer 0} Add(n: int);
refines atomic action {:layer 1} _
{
  assert n >= 0;
  x := x + n;
}

yield procedure {:layer 1} AddThrice()
requires call AtLeastFive();
ensures call AtLeastEight();
{
  call Add(1);
  call AtLeastSix();
  call Add(1);
  call AtLeastSeven();
  call Add(1);
}

yield procedure {:layer 1} AddAtOnce()
{
  call Add(3);
}
