// Wrong: the permission is in the pool and in the parameter at once, which no run has: P proves `false` from nothing.

var {:layer 0, 1} {:linear} pool: UnitMap (One int);

yield invariant {:layer 1} Both({:linear} a: One int);
preserves Map_Contains(pool, a);

yield procedure {:layer 1} P({:layer 1} {:linear} a: One int)
requires call Both(a);
{
  assert {:layer 1} false;
}
