// The parameter is not linear: the thread may have given the permission away, and somebody else may put it back.

var {:layer 0, 1} {:linear} pool: UnitMap (One int);

yield invariant {:layer 1} Out(n: int);
preserves !Map_Contains(pool, One(n));

yield procedure {:layer 0} Give({:linear_in} p: One int);
refines atomic action {:layer 1} _
{
  call One_Put(pool, p);
}

yield procedure {:layer 1} Main({:linear_in} p: One int)
//                         ^^^^ non-interference
requires call Out(p->val);
{
  call Give(p);
}
