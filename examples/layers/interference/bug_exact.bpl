// Others add too: the value is at least eight at the end, not exactly eight.

var {:layer 0, 1} x: int;

yield invariant {:layer 1} Is(n: int);
preserves x == n;

yield procedure {:layer 0} Add(n: int);
refines atomic action {:layer 1} _
{
  assert n >= 0;
  x := x + n;
}

yield procedure {:layer 1} AddThrice()
//                         ^^^^^^^^^ non-interference
requires call Is(5);
ensures call Is(8);
{
  call Add(1);
  call Is(6);
  call Add(1);
  call Is(7);
  call Add(1);
}
