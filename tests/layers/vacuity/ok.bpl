// Everything that is assumed here can be true. An action that says `assume false` is meant to wait forever, and one that
// says `assert false` is meant not to be called.

var {:layer 0, 1} x: int;

yield invariant {:layer 1} Between(low: int, high: int);
preserves low <= x && x <= high;

yield procedure {:layer 1} Narrow(low: int, high: int)
requires {:layer 1} low <= high;
requires call Between(low, high);
requires call Between(low - 1, high - 1);
{
}

yield procedure {:layer 0} Stop();
refines atomic action {:layer 1} _
{
  assume false;
}

yield procedure {:layer 0} Never();
refines atomic action {:layer 1} _
{
  assert false;
}

yield procedure {:layer 0} Wait();
refines atomic action {:layer 1} _
{
  assume x > 0;
}
