// The code of the main program looks at a variable of X.

var {:layer 0, 2} {:module "X"} x: int;

yield procedure {:layer 1} P()
{
  assert {:layer 1} x > 0;
//                  ^ ownership
}
