// The thread gets its permission in the same fragment in which it breaks the invariant: at the start of the fragment
// another thread may have held it.

var {:layer 0, 1} {:linear} pool: UnitMap (One int);
var {:layer 0, 1} entry: [int]int;

yield invariant {:layer 1} Mine({:linear} me: One int, value: int);
preserves entry[me->val] == value;

yield procedure {:layer 0} TakeAndWrite(n: int) returns ({:linear} p: One int);
refines atomic action {:layer 1} _
{
  assume Map_Contains(pool, One(n));
  p := One(n);
  call One_Get(pool, p);
  entry[n] := 1;
}

yield procedure {:layer 0} WriteAndTake(n: int);
refines atomic action {:layer 1} _
{
  entry[n] := 1;
}

yield procedure {:layer 1} Good(n: int) returns ({:linear} p: One int)
{
  call p := TakeAndWrite(n);
}

yield procedure {:layer 1} Main(n: int)
//                         ^^^^ non-interference
{
  call WriteAndTake(n);
}
