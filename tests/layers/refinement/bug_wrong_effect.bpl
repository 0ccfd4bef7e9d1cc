// The procedure adds two, the action one.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Add(n: int);
refines both action {:layer 1} _
{
  x := x + n;
}

yield procedure {:layer 1} Increase()
//                         ^^^^^^^^ refinement
refines atomic action {:layer 2} _
{
  x := x + 1;
}
{
  call Add(2);
}
