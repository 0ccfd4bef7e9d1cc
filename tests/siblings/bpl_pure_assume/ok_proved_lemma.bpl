// Right: the lemma is proved, by a body without assumptions.

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

pure procedure Square(n: int)
requires n >= 0;
ensures n * n >= n;
{
  if (n > 0) {
    assert n * n >= n * 1;
  }
}

yield procedure {:layer 1} Main(n: int)
requires {:layer 1} n >= 0;
{
  call {:layer 1} Square(n);
  assert {:layer 1} n * n >= n;
  call Write(n);
}
