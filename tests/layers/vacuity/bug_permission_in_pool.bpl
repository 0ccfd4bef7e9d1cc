// What the thread holds is not in the pool.

var {:layer 0, 1} x: int;
var {:layer 0, 1} {:linear} pool: UnitMap (One int);

yield invariant {:layer 1} InPool({:linear} one: One int);
//                         ^^^^^^ vacuous
preserves Map_Contains(pool, one);

yield procedure {:layer 0} Check();
refines atomic action {:layer 1} A_Check
{
  assert x == 1;
}

yield procedure {:layer 1} Main({:linear} one: One int)
requires call InPool(one);
{
  call Check();
}
