// The caller hands over an empty variable and gets it back filled.

var {:layer 0, 1} {:linear} pool: UnitMap (One int);

yield procedure {:layer 0} Fill({:linear_out} p: One int);
refines atomic action {:layer 1} _
{
  assume Map_Contains(pool, p);
  call One_Get(pool, p);
}

yield procedure {:layer 1} Borrow({:linear} p: One int);

yield procedure {:layer 1} Main()
{
  var p: One int;
  call Fill(p);
  call Borrow(p);
}
