// Right movers, one step that does not move, left movers; then a yield; then the next transaction.

var {:layer 0, 1} x: int;
var {:layer 0, 1} lock: Option int;

yield invariant {:layer 1} Anything();

yield procedure {:layer 0} Acquire({:linear} me: One int);
refines right action {:layer 1} _
{
  assume lock == None();
  lock := Some(me->val);
}

yield procedure {:layer 0} Release({:linear} me: One int);
refines left action {:layer 1} _
{
  assert lock == Some(me->val);
  lock := None();
}

yield procedure {:layer 0} Set(value: int);
refines atomic action {:layer 1} _
{
  x := value;
}

yield procedure {:layer 1} Main({:linear} me: One int)
{
  call Acquire(me);
  call Set(1);
  call Release(me);
  call Anything();
  call Acquire(me);
  call Set(2);
  call Release(me);
}
