// The meaning of an action is a formula; a loop has none.

var {:layer 0, 1} x: int;

atomic action {:layer 1} Drain()
//                       ^^^^^ resolve
modifies x;
{
  while (x > 0)
  {
    x := x - 1;
  }
}
