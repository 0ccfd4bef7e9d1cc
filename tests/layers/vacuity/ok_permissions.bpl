// Two permissions that differ, one of them not in the pool; what one layer requires fits what the other does.

var {:layer 0, 2} x: int;
var {:layer 0, 2} {:linear} pool: UnitMap (One int);

yield invariant {:layer 1} Apart({:linear} one: One int);
preserves !Map_Contains(pool, one);

yield procedure {:layer 0} Read() returns (n: int);
refines atomic action {:layer 1, 2} A_Read
{
  n := x;
}

yield procedure {:layer 2} Main({:linear} one: One int, {:linear} other: One int, n: int)
requires {:layer 1} one != other && n > 0;
requires {:layer 2} n > 1;
requires call Apart(one);
{
  var m: int;
  call m := Read();
  assert {:layer 1} n > 0;
  assert {:layer 2} n > 1;
}
