// Entries of the table belong to nobody, so what a worker has read may be changed before it writes.

var {:layer 0, 1} next: int;
var {:layer 1, 2} {:linear} unused: UnitMap (One int);
var {:layer 0, 2} table: [int]int;

yield invariant {:layer 1} UnusedFromNext();
preserves (forall n: int :: {Map_Contains(unused, One(n))} n >= next ==> Map_Contains(unused, One(n)));

yield invariant {:layer 2} Entry(me: int, value: int);
preserves table[me] == value;

yield procedure {:layer 2} Main()
preserves call UnusedFromNext();
{
  var {:layer 1, 2} me: One int;
  var id: int;
  while (*)
  invariant {:yields} true;
  invariant call UnusedFromNext();
  {
    call me, id := Fork();
    async call Worker(me, id);
  }
}

// Nobody writes the entry between the read and the write, although the thread yields there.
yield procedure {:layer 2} Worker({:layer 1, 2} {:linear} me: One int, id: int)
//                         ^^^^^^ non-interference
requires {:layer 1} me->val == id;
preserves call UnusedFromNext();
requires call Entry(me->val, old(table)[me->val]);
ensures call Entry(me->val, old(table)[me->val] + 1);
{
  var value: int;
  call value := Read(me, id);
  call UnusedFromNext() | Entry(me->val, value);
  call Write(me, id, value + 1);
}

yield procedure {:layer 1} Fork() returns ({:layer 1} {:linear} me: One int, id: int)
refines atomic action {:layer 2} _
{
  assume Map_Contains(unused, One(id));
  me := One(id);
  call One_Get(unused, me);
}
preserves call UnusedFromNext();
ensures {:layer 1} me->val == id;
{
  call id := Draw();
  call {:layer 1} me, unused := TakeUnused(id, unused);
}

pure action TakeUnused(id: int, {:linear_in} unused: UnitMap (One int))
returns ({:linear} me: One int, {:linear} rest: UnitMap (One int))
{
  rest := unused;
  me := One(id);
  call One_Get(rest, me);
}

yield procedure {:layer 1} Read({:layer 1} {:linear} me: One int, id: int) returns (value: int)
refines atomic action {:layer 2} _
{
  value := table[me->val];
}
requires {:layer 1} me->val == id;
preserves call UnusedFromNext();
{
  call value := ReadTable(id);
}

yield procedure {:layer 1} Write({:layer 1} {:linear} me: One int, id: int, value: int)
refines atomic action {:layer 2} _
{
  table[me->val] := value;
}
requires {:layer 1} me->val == id;
preserves call UnusedFromNext();
{
  call WriteTable(id, value);
}

yield procedure {:layer 0} Draw() returns (id: int);
refines atomic action {:layer 1} _
{
  id := next;
  next := next + 1;
}

yield procedure {:layer 0} ReadTable(i: int) returns (value: int);
refines atomic action {:layer 1} _
{
  value := table[i];
}

yield procedure {:layer 0} WriteTable(i: int, value: int);
refines atomic action {:layer 1} _
{
  table[i] := value;
}
