// A write that is said to move right, and a read of the same variable: the read sees the write only if it comes second.

var {:layer 0, 1} x: int;

right action {:layer 1} Write(value: int)
//                      ^^^^^ commutativity
modifies x;
{
  assume x == 0;
  x := 1;
}

atomic action {:layer 1} Read() returns (value: int)
{
  value := x;
}
