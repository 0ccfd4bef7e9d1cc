// Permissions go into a pool and come out of it; whoever takes one knows that the pool has it.

var {:layer 0, 1} {:linear} pool: UnitMap (One int);

yield procedure {:layer 0} Take(n: int) returns ({:linear} p: One int);
refines atomic action {:layer 1} _
{
  assume Map_Contains(pool, One(n));
  p := One(n);
  call One_Get(pool, p);
}

yield procedure {:layer 0} Give({:linear_in} p: One int);
refines atomic action {:layer 1} _
{
  call One_Put(pool, p);
}

yield invariant {:layer 1} Different({:linear} p: One int, {:linear} q: One int);
preserves p != q;

yield procedure {:layer 1} Main()
{
  var p, q: One int;
  call p := Take(1);
  call Different'(p);
  call q := Take(2);
  assert {:layer 1} p->val == 1 ==> q->val == 2;
  call Different(p, q);
  call Give(p);
}

yield invariant {:layer 1} Different'({:linear} p: One int);
preserves !Map_Contains(pool, p);
