// Right: an assumption without a layer is one of all layers: it blocks below, too.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Set(n: int);
refines atomic action {:layer 1, 2} _
{
  assert n > 0;
  x := n;
}

yield procedure {:layer 2} Main(n: int)
{
  assume n > 0;
  call Set(n);
}
