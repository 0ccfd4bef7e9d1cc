// After the parallel call the two permissions differ.

yield procedure {:layer 0} Renew({:linear_in} c: One int) returns ({:linear} q: One int);
  refines AtomicRenew;

right action {:layer 1} AtomicRenew({:linear_in} c: One int) returns ({:linear} q: One int)
{
  q := c;
}

yield invariant {:layer 1} Yield();

yield procedure {:layer 1} Idle()
{
}

yield procedure {:layer 1} Main({:linear_in} p: One int, {:linear_in} c: One int)
{
  var {:linear} a: One int;
  var {:linear} b: One int;

  a := p;
  b := a;
  call Idle() | a := Renew(c);
  call Yield();
  assert {:layer 1} a != b;
}
