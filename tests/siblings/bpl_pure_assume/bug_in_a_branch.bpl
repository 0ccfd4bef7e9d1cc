// Wrong: at layer 0 the call of the lemma does nothing, since a lemma is ghost code. Main(0) fails at its assertion; the assumption is in one branch only.

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

pure procedure NotZero(n: int)
ensures n != 0;
{
  if (n == 0) {
    assume false;
  }
}

yield procedure {:layer 1} Main(n: int)
{
  call {:layer 1} NotZero(n);
  assert {:layer 1} n != 0;
  call Write(n);
}
