// The action has a parameter that the procedure does not have.

var {:layer 0, 1} x: int;

atomic action {:layer 1} SetX(n: int)
modifies x;
{
  x := n;
}

yield procedure {:layer 0} Set();
//                         ^^^ layers
refines SetX;
