// Wrong: at layer 0 the call of the lemma does nothing, since a lemma is ghost code. Here the ghost code is a pure action that blocks: Main() runs Write(0), and its assertion fails.

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

pure action Block()
{
  assume false;
}

yield procedure {:layer 1} Main()
{
  call Write(0);
  call {:layer 1} Block();
  assert {:layer 1} false;
}
