// Wrong: at layer 0 the call of the lemma does nothing, since a lemma is ghost code. Main(11) fails at its assertion: 11 < 10.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Write(n: int);
refines atomic action {:layer 1} _
{
  x := n;
}

yield procedure {:layer 0} Read() returns (n: int);
refines atomic action {:layer 1} _
{
  n := x;
}

pure procedure Small(n: int)
ensures n < 10;
{
  assume n < 10;
}

yield procedure {:layer 1} Main(n: int)
{
  call {:layer 1} Small(n);
  assert {:layer 1} n < 10;
  call Write(n);
}
