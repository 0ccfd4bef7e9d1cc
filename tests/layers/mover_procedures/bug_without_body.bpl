// `Add` is a left mover, but does not commute with what `Five` promises to do. From zero: `Enter` sets `y`, `Five` sets `x`
// to five, `Add` makes it six; as atomic steps, the end is five or one.

var {:layer 0, 2} x: int;
var {:layer 0, 2} y: int;

yield procedure {:layer 0} Open();
refines atomic action {:layer 1} _ { y := 1; }

yield procedure {:layer 0} Add();
refines left action {:layer 1} _ { x := x + 1; }

yield atomic procedure {:layer 1} Five();
//                                ^^^^ layers
modifies x;
ensures {:layer 1} y == 1 ==> x == 5;
ensures {:layer 1} y != 1 ==> x == old(x);

yield procedure {:layer 1} Enter()
refines atomic action {:layer 2} _
{
  y := 1;
  x := x + 1;
}
{
  call Open();
  call Add();
}
