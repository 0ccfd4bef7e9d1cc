// A read that is said to move left: before the increment of another thread it sees a smaller number.

var {:layer 0, 1} x: int;

left action {:layer 1} Read() returns (value: int)
{
  value := x;
}

atomic action {:layer 1} Increase()
//                       ^^^^^^^^ commutativity
modifies x;
{
  x := x + 1;
}
