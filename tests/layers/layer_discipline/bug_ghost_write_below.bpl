// Ghost code cannot change a variable that existed before its layer.

var {:layer 0, 2} x: int;

yield procedure {:layer 1} Main()
{
  call {:layer 1} x := Copy(0);
//                ^ layers
}
