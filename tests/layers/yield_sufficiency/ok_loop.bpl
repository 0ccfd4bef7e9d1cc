// The same loop with a yield at its head.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Set(value: int);
refines atomic action {:layer 1} _
{
  x := value;
}

yield procedure {:layer 1} Main()
{
  var i: int;
  i := 0;
  while (i < 3)
  invariant {:yields} true;
  {
    call Set(i);
    i := i + 1;
  }
}
