// The parameter is not linear: the entry could be the one that the running thread writes.

var {:layer 0, 1} entry: [int]int;

yield invariant {:layer 1} Entry(me: int, value: int);
preserves entry[me] == value;

yield procedure {:layer 0} Set({:linear} me: One int, value: int);
refines atomic action {:layer 1} _
{
  entry[me->val] := value;
}

yield procedure {:layer 1} SetBoth({:linear} me: One int)
//                         ^^^^^^^ non-interference
ensures call Entry(me->val, 2);
{
  call Set(me, 1);
  call Entry(me->val, 1);
  call Set(me, 2);
}
