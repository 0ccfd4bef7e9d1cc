// The two fragments together do nothing, but others see the state between them.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Change(n: int);
refines atomic action {:layer 1} _
{
  x := x + n;
}

yield invariant {:layer 1} Anything();

yield procedure {:layer 1} Nothing()
//                         ^^^^^^^ refinement
{
  call Change(1);
  call Anything();
  call Change(-1);
}

yield procedure {:layer 2} Main()
{
  call Nothing();
}
