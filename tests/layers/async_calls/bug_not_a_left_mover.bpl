// An action that does not move left cannot happen at once, where it was only started.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Set();
refines atomic action {:layer 1} _
{
  x := 1;
}

yield procedure {:layer 1} Main()
{
  async call {:sync} Set();
//^^^^^^^^^^^^^^^^^^^^^^^^ layers
}
