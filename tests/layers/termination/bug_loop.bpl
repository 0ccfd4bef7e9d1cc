// Others see that `x` has changed, and wait for a yield that may never come.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Add(n: int);
refines left action {:layer 1} _
{
  x := x + n;
}

yield procedure {:layer 1} Main(b: bool)
{
  call Add(1);
  while (b)
//^^^^^^^^^ cooperation-loop
  {
    call Add(1);
  }
}
