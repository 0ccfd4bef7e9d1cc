// A left mover before the arm that yields, a right mover after it.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Add();
refines left action {:layer 1} _
{
  x := x + 1;
}

yield procedure {:layer 0} Subtract();
refines right action {:layer 1} _
{
  x := x - 1;
}

yield procedure {:layer 1} Work();

yield procedure {:layer 1} Main()
{
  call Add() | Work() | Subtract();
}
