// After the release the transaction is committed; an acquisition cannot follow without a yield.

var {:layer 0, 1} lock: Option int;

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

yield procedure {:layer 1} Main({:linear} me: One int)
{
  call Acquire(me);
  call Release(me);
  call Acquire(me);
//^^^^^^^^^^^^^^^^^ yield-sufficiency
  call Release(me);
}
