// Above layer 1 the new thread would be an action that happens at some time, or never.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Add();
refines left action {:layer 1} _
{
  x := x + 1;
}

yield procedure {:layer 1} Main()
{
  async call Add();
//^^^^^^^^^^^^^^^^ layers
}
