// Right: the gate is asked at layer 2 and refined below: the action of layer 2 fails wherever the one of layer 1 does, and
// Main keeps it by a test.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Set(n: int);
refines atomic action {:layer 1} _
{
  assert n > 0;
  x := n;
}

yield procedure {:layer 1} SetPositive(n: int)
refines atomic action {:layer 2} _
{
  assert n > 0;
  x := n;
}
requires {:layer 1} n > 0;
{
  call Set(n);
}

yield procedure {:layer 2} Main(n: int)
{
  if (n > 0) {
    call SetPositive(n);
  }
}
