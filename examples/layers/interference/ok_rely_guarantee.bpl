// Rely and guarantee: whatever happens at a yield, the value afterwards is at least the value before. The argument `x` of
// the invariant is taken before others run, the invariant speaks of `x` after.

var {:layer 0, 1} x: int;

yield invariant {:layer 1} Grows(before: int);
preserves x >= before;

yield procedure {:layer 0} Add(n: int);
refines atomic action {:layer 1} _
{
  assert n >= 0;
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

yield procedure {:layer 1} AddAtOnce()
{
  call Add(3);
}
