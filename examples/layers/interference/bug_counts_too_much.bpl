// Two additions of one do not make three.

var {:layer 0, 1} x: int;

yield invariant {:layer 1} Grows(before: int);
preserves x >= before;

yield procedure {:layer 0} Add(n: int);
refines atomic action {:layer 1} _
{
  assert n >= 0;
  x := x + n;
}

yield procedure {:layer 1} AddTwice()
requires call Grows(old(x));
ensures call Grows(old(x) + 3);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ yield-invariant
{
  call Add(1);
  call Grows(x);
  call Add(1);
}
