// Globals, parameters, actions and calls, each at the layers where it exists.

var {:layer 0, 1} low: int;
var {:layer 1, 2} high: int;

yield procedure {:layer 0} GetLow() returns (value: int);
refines atomic action {:layer 1} _
{
  value := low;
}

yield invariant {:layer 1} Same();
preserves low == high;

yield procedure {:layer 1} Get({:layer 1} {:hide} hint: int) returns (value: int)
preserves call Same();
refines atomic action {:layer 2} _
{
  value := high;
}
{
  call value := GetLow();
}
