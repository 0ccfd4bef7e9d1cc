// `a` has given its permission to `b`; only after the yield of the parallel call does it receive another one. Until then
// both have the same value: to believe that their permissions differ at the yield is to believe anything.

yield procedure {:layer 0} Renew({:linear_in} c: One int) returns ({:linear} q: One int);
  refines AtomicRenew;

right action {:layer 1} AtomicRenew({:linear_in} c: One int) returns ({:linear} q: One int)
{
  q := c;
}

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
  assert {:layer 1} false;
//^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
