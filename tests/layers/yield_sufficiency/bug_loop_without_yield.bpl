// The step in the loop is one step in each iteration, and the iterations follow each other without a yield.

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
  {
    call Set(i);
//  ^^^^^^^^^^^^ yield-sufficiency
    i := i + 1;
  }
}
