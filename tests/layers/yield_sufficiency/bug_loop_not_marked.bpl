// The loop contains a yield, so what holds at its head must survive other threads; it has to be marked.

var {:layer 0, 1} x: int;

yield invariant {:layer 1} Anything();

yield procedure {:layer 0} Set(value: int);
refines atomic action {:layer 1} _
{
  x := value;
}

yield procedure {:layer 1} Main()
{
  while (*)
//^^^^^^^^^ loop-yield
  {
    call Set(0);
    call Anything();
  }
}
