// Permissions in maps: cells with values, taken out, changed, and put back.

var {:layer 0, 1} {:linear} cells: Map (One int) int;

yield procedure {:layer 0} Increase(n: int);
refines atomic action {:layer 1} _
{
  var key: One int;
  var value: int;
  assume Map_Contains(cells, One(n));
  key := One(n);
  call value := Map_Get(cells, key);
  call Map_Put(cells, key, value + 1);
}

yield procedure {:layer 0} IncreaseInPlace(n: int);
refines atomic action {:layer 1} _
{
  var value: int;
  assume Map_Contains(cells, One(n));
  call value := Path_Load(cells->val[One(n)]);
  call Path_Store(cells->val[One(n)], value + 1);
}

yield invariant {:layer 1} AtLeast(n: int, value: int);
preserves Map_Contains(cells, One(n)) && Map_At(cells, One(n)) >= value;

yield procedure {:layer 1} Main(n: int, value: int)
requires call AtLeast(n, value);
{
  call Increase(n);
  call AtLeast(n, value + 1);
  call IncreaseInPlace(n);
  call AtLeast(n, value + 2);
}
