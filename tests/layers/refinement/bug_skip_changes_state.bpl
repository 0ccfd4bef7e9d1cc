// A procedure that refines nothing must not change what outlives its layer: above it, its calls vanish.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Add(n: int);
refines both action {:layer 1} _
{
  x := x + n;
}

yield procedure {:layer 1} Silent()
//                         ^^^^^^ refinement
{
  call Add(1);
}

yield procedure {:layer 2} Main()
{
  call Silent();
}
