// The counter is read and written in two steps, so two threads may draw the same number.

var {:layer 0, 1} next: int;
var {:layer 1, 2} {:linear} unused: UnitMap (One int);
var {:layer 0, 2} table: [int]int;

yield invariant {:layer 1} UnusedFromNext();
preserves (forall n: int :: {Map_Contains(unused, One(n))} n >= next ==> Map_Contains(unused, One(n)));

yield invariant {:layer 2} Entry({:linear} me: One int, value: int);
preserves table[me->val] == value;

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
requires {:layer 1} me->val == id;
preserves call UnusedFromNext();
requires call Entry(me, old(table)[me->val]);
ensures call Entry(me, old(table)[me->val] + 1);
{
  var value: int;
  call value := Read(me, id);
  call UnusedFromNext() | Entry(me, value);
  call Write(me, id, value + 1);
}

yield procedure {:layer 1} Fork() returns ({:layer 1} {:linear} me: One int, id: int)
//                         ^^^^ non-interference
refines atomic action {:layer 2} _
{
  assume Map_Contains(unused, One(id));
  me := One(id);
  call One_Get(unused, me);
}
preserves call UnusedFromNext();
//        ^^^^^^^^^^^^^^^^^^^^^ yield-invariant
ensures {:layer 1} me->val == id;
{
  call id := Look();
  call UnusedFromNext();
  call Bump(id + 1);
  call {:layer 1} me, unused := TakeUnused(id, unused);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ gate
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

yield procedure {:layer 0} Look() returns (id: int);
refines atomic action {:layer 1} _
{
  id := next;
}

yield procedure {:layer 0} Bump(n: int);
refines atomic action {:layer 1} _
{
  next := n;
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
