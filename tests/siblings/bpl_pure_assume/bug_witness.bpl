// Wrong: at layer 0 the call of the lemma does nothing, since a lemma is ghost code. There is no y with y * y == 2 among the ints, so the lemma cannot give one; it assumes that it has.
// Whatever y is, the assertion of Main fails.

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

pure procedure Root() returns (y: int)
ensures y * y == 2;
{
  assume y * y == 2;
}

yield procedure {:layer 1} Main()
{
  var {:layer 1} y: int;
  call Write(3);
  call {:layer 1} y := Root();
  assert {:layer 1} y * y == 2;
}
