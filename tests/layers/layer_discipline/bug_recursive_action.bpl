// An action is one step, not any number of them.

var {:layer 0, 1} x: int;

atomic action {:layer 1} Again()
modifies x;
{
  x := x + 1;
  call Again();
//^^^^^^^^^^^^ layers
}
