// The lock exists up to layer 1. Above, only the effect of the critical section is left.

var {:layer 0, 1} lock: Option int;
var {:layer 0, 2} x: int;

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

yield procedure {:layer 0} Load({:linear} me: One int) returns (value: int);
refines both action {:layer 1} _
{
  assert lock == Some(me->val);
  value := x;
}

yield procedure {:layer 0} Store({:linear} me: One int, value: int);
refines both action {:layer 1} _
{
  assert lock == Some(me->val);
  x := value;
}

yield procedure {:layer 1} Increase({:hide} {:linear} me: One int)
refines atomic action {:layer 2} _
{
  x := x + 1;
}
{
  var value: int;
  call Acquire(me);
  call value := Load(me);
  call Store(me, value + 1);
  call Release(me);
}
