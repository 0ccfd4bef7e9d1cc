// Right: what a thread holds is not in the pool.

var {:layer 0, 1} {:linear} pool: UnitMap (One int);

yield invariant {:layer 1} Mine({:linear} a: One int);
preserves !Map_Contains(pool, a);

yield procedure {:layer 1} P({:layer 1} {:linear} a: One int)
requires call Mine(a);
{
  assert {:layer 1} !Map_Contains(pool, a);
}
