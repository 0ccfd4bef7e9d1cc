// The path leads to a key that the map may not have.

var {:layer 0, 1} {:linear} cells: Map (One int) int;

yield procedure {:layer 0} Read(n: int) returns (value: int);
refines atomic action {:layer 1} _
{
  call value := Path_Load(cells->val[One(n)]);
}

yield procedure {:layer 1} Main()
{
  var value: int;
  call value := Read(1);
//^^^^^^^^^^^^^^^^^^^^^ gate
}
