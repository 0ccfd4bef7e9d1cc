// A loop that yields may run any number of times, so the action cannot happen in it, even if the loop runs once.

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
  var i: int;
  i := 0;
  while (i < 1)
  invariant {:yields} true;
  {
    call Add(1);
    i := i + 1;
  }
}
