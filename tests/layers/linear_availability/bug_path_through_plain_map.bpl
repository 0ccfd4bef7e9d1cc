// Nothing says that the pools in the table are different from each other.

datatype Table { Table(pools: [int]UnitMap (One int)) }

atomic action {:layer 1} Take({:linear_in} p: One int, {:linear_in} t: Table) returns ({:linear} s: Table, {:linear} q: One int)
{
  s := t;
  q := p;
  call One_Get(s->pools[0], q);
//             ^^^^^^^^^^^ linear-path
}
