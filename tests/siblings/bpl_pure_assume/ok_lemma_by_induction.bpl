// Right: a lemma by induction, with a shape that shows its end.

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

function Sum(n: int): int
{
  n * (n + 1) div 2
}

pure procedure Even(n: int)
requires n >= 0;
ensures (n * (n + 1)) mod 2 == 0;
{
  assert n mod 2 == 0 || (n + 1) mod 2 == 0;
  if (n mod 2 == 0) {
    assert n == 2 * (n div 2);
    assert n * (n + 1) == 2 * ((n div 2) * (n + 1));
  } else {
    assert n + 1 == 2 * ((n + 1) div 2);
    assert n * (n + 1) == 2 * (n * ((n + 1) div 2));
  }
}

yield procedure {:layer 1} Main(n: int)
requires {:layer 1} n >= 0;
{
  call {:layer 1} Even(n);
  call Write(n);
}
