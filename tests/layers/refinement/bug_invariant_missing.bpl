// Nothing says that the set holds only numbers that the counter has passed.

var {:layer 0, 1} next: int;
var {:layer 1, 2} issued: [int]bool;

yield procedure {:layer 0} Draw() returns (n: int);
refines atomic action {:layer 1} _
{
  n := next;
  next := next + 1;
}

yield procedure {:layer 1} Issue() returns (n: int)
//                         ^^^^^ refinement
refines atomic action {:layer 2} _
{
  assume !issued[n];
  issued[n] := true;
}
{
  call n := Draw();
  call {:layer 1} issued := Copy(issued[n := true]);
}
