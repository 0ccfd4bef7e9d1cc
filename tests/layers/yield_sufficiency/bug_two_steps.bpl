// Two steps that do not move, and no yield between them: another thread may run there.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Get() returns (value: int);
refines atomic action {:layer 1} _
{
  value := x;
}

yield procedure {:layer 0} Set(value: int);
refines atomic action {:layer 1} _
{
  x := value;
}

yield procedure {:layer 1} Increase()
{
  var value: int;
  call value := Get();
  call Set(value + 1);
//^^^^^^^^^^^^^^^^^^^^ yield-sufficiency
}
