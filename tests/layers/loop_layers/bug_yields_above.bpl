// The loop yields at layer 2 as well, so its steps are seen one by one.

var {:layer 0, 3} x: int;

yield procedure {:layer 0} AddLow();
refines atomic action {:layer 1} _
{
  x := x + 1;
}

yield procedure {:layer 1} Add()
refines both action {:layer 2} _
{
  x := x + 1;
}
{
  call AddLow();
}

yield procedure {:layer 2} AddMany(n: int)
//                         ^^^^^^^ refinement
refines atomic action {:layer 3} _
{
  assert n >= 0;
  x := x + n;
}
{
  var i: int;
  i := 0;
  while (i < n)
  invariant {:yields} true;
  {
    call Add();
    i := i + 1;
  }
}
