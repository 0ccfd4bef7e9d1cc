// Three parallel arms: one works on x, the other two only keep what is known about y and z while it does.
// Each arm brings its own invariant; the caller has all three afterwards.

var {:layer 0, 1} x: int;
var {:layer 0, 1} y: int;
var {:layer 0, 1} z: int;

yield invariant {:layer 1} XAtLeast(n: int);
preserves x >= n;

yield invariant {:layer 1} YAtLeast(n: int);
preserves y >= n;

yield invariant {:layer 1} ZAtLeast(n: int);
preserves z >= n;

yield procedure {:layer 0} AddX();
refines atomic action {:layer 1} _
{
  x := x + 1;
}

yield procedure {:layer 0} AddY();
refines atomic action {:layer 1} _
{
  y := y + 1;
}

yield procedure {:layer 1} IncreaseX()
requires call XAtLeast(old(x));
ensures call XAtLeast(old(x) + 1);
{
  call AddX();
}

yield procedure {:layer 1} IncreaseY()
requires call YAtLeast(old(y));
ensures call YAtLeast(old(y) + 1);
{
  call AddY();
}

yield procedure {:layer 1} Main()
requires call XAtLeast(3);
requires call YAtLeast(5);
requires call ZAtLeast(7);
{
  call IncreaseX() | YAtLeast(y) | ZAtLeast(z);
  assert {:layer 1} x >= 4 && y >= 5 && z >= 7;
  call IncreaseX() | IncreaseY() | ZAtLeast(z);
  assert {:layer 1} x >= 5 && y >= 6 && z >= 7;
}
