// The cell is taken out and not put back.

var {:layer 0, 1} {:linear} cells: Map (One int) int;

yield invariant {:layer 1} Has(n: int);
preserves Map_Contains(cells, One(n));

yield procedure {:layer 0} Drop(n: int);
refines atomic action {:layer 1} _
{
  var key: One int;
  var value: int;
  assume Map_Contains(cells, One(n));
  key := One(n);
  call value := Map_Get(cells, key);
}

yield procedure {:layer 1} Main(n: int)
//                         ^^^^ non-interference
{
  call Drop(n);
}
