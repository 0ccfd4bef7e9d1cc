// Wrong: at layer 0 the call of the lemma does nothing, since a lemma is ghost code. Main(11): the lemma walks down and assumes at its end what it should show.

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
  var i: int;
  i := 0;
  while (i < 3)
  invariant i <= 3;
  measure 3 - i;
  {
    i := i + 1;
  }
  assume i == 3 ==> n < 10;
}

yield procedure {:layer 1} Main(n: int)
{
  call {:layer 1} Small(n);
  assert {:layer 1} n < 10;
  call Write(n);
}
