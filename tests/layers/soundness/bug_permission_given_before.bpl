// The first arm puts the permission q into the shared set, the second one asserts that it is not there. At the yield of
// the second arm Main no longer holds q, so nothing says that the set is without it.

var {:layer 0,2} {:linear} set: UnitMap (One int);

yield procedure {:layer 0} Put({:linear_in} q: One int);
  refines AtomicPut;

left action {:layer 1,2} AtomicPut({:linear_in} q: One int)
  modifies set;
{
  call One_Put(set, q);
}

yield procedure {:layer 0} CheckAbsent(q: One int);
  refines AtomicCheckAbsent;

atomic action {:layer 1,2} AtomicCheckAbsent(q: One int)
{
  assert !Map_Contains(set, q);
}

yield procedure {:layer 1} Check(q: One int)
  refines AtomicCheckAbsent;
{
  call CheckAbsent(q);
}

yield procedure {:layer 1} Main({:linear_in} q: One int)
  refines AtomicPut;
{
  call Put(q) | Check(q);
//                ^^^^^^^^ gate
}
