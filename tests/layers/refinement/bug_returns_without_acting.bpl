// Where the argument is zero nothing happens, and nothing is not what the action does.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Add(n: int);
refines both action {:layer 1} _
{
  x := x + n;
}

yield procedure {:layer 1} Increase(n: int)
//                         ^^^^^^^^ refinement
refines atomic action {:layer 2} _
{
  x := x + 1;
}
{
  if (n == 0) {
    return;
  }
  call Add(1);
}
