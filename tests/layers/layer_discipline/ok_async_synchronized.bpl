// The new thread does a left mover, so it may as well do it at once.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Add();
refines left action {:layer 1} _
{
  x := x + 1;
}

yield procedure {:layer 1} AddTwice()
refines atomic action {:layer 2} _
{
  x := x + 2;
}
{
  async call {:sync} Add();
  async call {:sync} Add();
}
