// Wrong: at layer 0 the call of the lemma does nothing, since a lemma is ghost code. Main writes 0 and its assertion fails in the run
// Write(0); Read() gives 0; assert 0 == 1. `assume false` in the lemma is believed.

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

pure procedure Lem()
ensures false;
{
  assume false;
}

yield procedure {:layer 1} Main()
{
  var n: int;
  call Write(0);
  call {:layer 1} Lem();
  assert {:layer 1} false;
}
