// Code reads shared variables through actions, so that each read is a step.

var {:layer 0, 1} x: int;

yield procedure {:layer 1} Main() returns (value: int)
{
  value := x;
//         ^ resolve
}
