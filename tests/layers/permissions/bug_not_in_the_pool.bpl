// The pool may not have this permission: taking it is a step that can fail, and nobody establishes its gate.

var {:layer 0, 1} {:linear} pool: UnitMap (One int);

yield procedure {:layer 0} Take(n: int) returns ({:linear} p: One int);
refines atomic action {:layer 1} _
{
  p := One(n);
  call One_Get(pool, p);
}

yield procedure {:layer 1} Main()
{
  var p: One int;
  call p := Take(1);
//^^^^^^^^^^^^^^^^^^ gate
}
