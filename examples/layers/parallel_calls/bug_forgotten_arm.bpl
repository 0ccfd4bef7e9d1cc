// Nobody keeps what is known about z while x is increased.

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

yield procedure {:layer 1} IncreaseX()
requires call XAtLeast(old(x));
ensures call XAtLeast(old(x) + 1);
{
  call AddX();
}

yield procedure {:layer 1} Main()
requires call XAtLeast(3);
requires call YAtLeast(5);
requires call ZAtLeast(7);
{
  call IncreaseX() | YAtLeast(y);
  assert {:layer 1} x >= 4 && y >= 5;
  assert {:layer 1} z >= 7;
//^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
