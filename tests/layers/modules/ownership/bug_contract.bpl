// The contract of a procedure of Y speaks of a variable of X, and so does an argument of an invariant.

var {:layer 0, 1} {:module "X"} x: int;
var {:layer 0, 1} {:module "Y"} y: int;

yield invariant {:layer 1} {:module "Y"} Least(n: int);
preserves n <= y;

yield both procedure {:layer 1} {:module "Y"} Step()
requires {:layer 1} x > 0;
//                  ^ ownership
{
}

yield procedure {:layer 1} {:module "Y"} P()
ensures call Least(old(x));
//                     ^ ownership
{
}
