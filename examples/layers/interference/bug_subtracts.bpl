// One procedure subtracts, and breaks what all others rely on.

var {:layer 0, 1} x: int;

yield invariant {:layer 1} Grows(before: int);
preserves x >= before;

yield procedure {:layer 0} Add(n: int);
refines atomic action {:layer 1} _
{
  x := x + n;
}

yield procedure {:layer 1} AddThrice()
requires call Grows(old(x));
ensures call Grows(old(x) + 3);
{
  call Add(1);
  call Grows(x);
  call Add(1);
  call Grows(x);
  call Add(1);
}

yield procedure {:layer 1} Subtract()
//                         ^^^^^^^^ non-interference
{
  call Add(-3);
}
