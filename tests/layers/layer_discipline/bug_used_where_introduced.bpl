// The variable is introduced at layer 1, so the actions of layer 1 cannot use it yet.

var {:layer 1, 2} x: int;

atomic action {:layer 1} Set()
modifies x;
{
  x := 1;
//^ layers
}
