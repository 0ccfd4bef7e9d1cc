// Ghost code of Y copies a variable of X, and changes another.

var {:layer 0, 1} {:module "X"} x: int;
var {:layer 1, 2} {:module "X"} ghost: int;

yield procedure {:layer 1} {:module "Y"} P()
{
  var {:layer 1} copy: int;
  call {:layer 1} copy := Copy(x);
//                             ^ ownership
  call {:layer 1} ghost := Copy(0);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ownership
}
