// One arm of a parallel call yields, the other is a step on a variable of another module.

var {:layer 0, 1} {:module "X"} x: int;
var {:layer 0, 1} {:module "Y"} y: int;

yield invariant {:layer 1} {:module "X"} Positive();
preserves x >= 0;

yield procedure {:layer 0} {:module "X"} AddX();
refines both action {:layer 1} _
{
  x := x + 1;
}

yield procedure {:layer 1} {:module "Y"} P()
requires call Positive();
{
  call Positive() | AddX();
//                  ^^^^^^ ownership
}
