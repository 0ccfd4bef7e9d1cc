// Adding a key to the domain would make a permission.

var {:layer 0, 1} {:linear} pool: UnitMap (One int);

atomic action {:layer 1} Grow(k: int)
modifies pool;
{
  pool->dom[One(k)] := true;
//^^^^^^^^^^^^^^^^^ linear-target
}
