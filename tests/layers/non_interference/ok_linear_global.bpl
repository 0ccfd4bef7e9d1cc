// Who holds a permission that the pool cannot have at the same time knows that the pool does not have it.

var {:layer 0, 1} {:linear} pool: UnitMap (One int);

yield invariant {:layer 1} Out({:linear} p: One int);
preserves !Map_Contains(pool, p);

yield procedure {:layer 0} Give({:linear_in} p: One int);
refines atomic action {:layer 1} _
{
  call One_Put(pool, p);
}

yield procedure {:layer 1} Main({:linear_in} p: One int, {:linear} q: One int)
{
  call Out(p);
  call Give(p);
  call Out(q);
}
