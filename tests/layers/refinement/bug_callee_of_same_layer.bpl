// The callee refines an action that does something else.

var {:layer 0, 2} x: int;

atomic action {:layer 2} ADD()
modifies x;
{
  x := x + 1;
}

atomic action {:layer 2} SUBTRACT()
modifies x;
{
  x := x - 1;
}

yield procedure {:layer 0} Change(n: int);
refines atomic action {:layer 1} _
{
  x := x + n;
}

yield procedure {:layer 1} Subtract()
refines SUBTRACT;
{
  call Change(-1);
}

yield procedure {:layer 1} Add()
//                         ^^^ refinement
refines ADD;
{
  call Subtract();
}
