// Of the two parts of a preserved invariant, one is lost on the way to the second return.

var {:layer 0, 1} x: int;
var {:layer 0, 1} y: int;

yield invariant {:layer 1} Positive();
preserves x > 0;
preserves y > 0;

yield procedure {:layer 0} Write(n: int);
refines atomic action {:layer 1} _
{
  y := n;
}

yield procedure {:layer 1} Early(n: int)
//                         ^^^^^ non-interference
requires {:layer 1} n > 1;
preserves call Positive();
//^^^^^^^^^^^^^^^^^^^^^^^^ yield-invariant
{
  if (*) { call Write(n); return; }
  call Write(0);
}
