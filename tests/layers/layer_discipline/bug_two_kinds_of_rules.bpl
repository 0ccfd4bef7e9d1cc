// What a clause may read is one rule, and which layers fit is another: both are told.

var {:layer 0, 1} g: int;

yield procedure {:layer 1} P()
requires {:layer 1} g > 0;
//                  ^ resolve
{
}

atomic action {:layer 1, 2} A()
modifies g;
{
  g := 1;
//^^^^^^ layers
}
