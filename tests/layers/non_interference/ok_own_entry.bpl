// The entry of a thread belongs to the thread with that permission: others cannot have it, so they cannot change it.

var {:layer 0, 1} entry: [int]int;

yield invariant {:layer 1} Mine({:linear} me: One int, value: int);
preserves entry[me->val] == value;

yield procedure {:layer 0} Set({:linear} me: One int, value: int);
refines atomic action {:layer 1} _
{
  entry[me->val] := value;
}

yield procedure {:layer 1} SetBoth({:linear} me: One int)
ensures call Mine(me, 2);
{
  call Set(me, 1);
  call Mine(me, 1);
  call Set(me, 2);
}
