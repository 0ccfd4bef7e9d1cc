// A result that the action leaves open may be set after the action has happened.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Clear();
refines atomic action {:layer 1} _
{
  x := 0;
}

yield procedure {:layer 1} Reset() returns (old_value: int)
refines atomic action {:layer 2} _
{
  x := 0;
  havoc old_value;
}
{
  old_value := 5;
  call Clear();
}
