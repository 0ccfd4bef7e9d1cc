// Wrong: at layer 0 the call of the lemma does nothing, since a lemma is ghost code. Main promises to set x to 7 and sets it to
// 0: another thread that reads x after Main reads 0, which the action at layer 2 never writes.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Write(n: int);
refines AtomicWrite;

atomic action {:layer 1, 2} AtomicWrite(n: int)
modifies x;
{
  x := n;
}

pure procedure IsSeven(n: int)
ensures n == 7;
{
  assume n == 7;
}

yield procedure {:layer 1} Main()
refines atomic action {:layer 2} _
{
  x := 7;
}
{
  call Write(0);
  call {:layer 1} IsSeven(0);
}
