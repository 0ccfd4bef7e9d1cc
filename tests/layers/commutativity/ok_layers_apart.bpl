// The two actions do not commute, but they never exist at the same layer.

var {:layer 0, 2} x: int;

both action {:layer 1} Increase()
modifies x;
{
  x := x + 1;
}

atomic action {:layer 2} Reset()
modifies x;
{
  x := 0;
}
