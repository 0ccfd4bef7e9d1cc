// The slow path gives the lock back before it writes.

type Tid;

const white, grey, black: int;
axiom white == 1 && grey == 2 && black == 3;

var {:layer 0, 3} colour: int;
var {:layer 0, 1} lock: Option Tid;

atomic action {:layer 2, 3} Darken({:linear} me: One Tid)
modifies colour;
{
  if (colour <= white) {
    colour := grey;
  }
}

yield procedure {:layer 1} BarrierSlow({:linear} me: One Tid)
refines Darken;
{
  var seen: int;
  call Acquire(me);
  call seen := Load(me);
  call Release(me);
  if (seen <= white) {
    call Store(me, grey);
//  ^^^^^^^^^^^^^^^^^^^^^ yield-sufficiency
//  ^^^^^^^^^^^^^^^^^^^^^ gate
  }
}

yield procedure {:layer 0} Acquire({:linear} me: One Tid);
refines right action {:layer 1} _
{
  assume lock == None();
  lock := Some(me->val);
}

yield procedure {:layer 0} Release({:linear} me: One Tid);
refines left action {:layer 1} _
{
  assert lock == Some(me->val);
  lock := None();
}

yield procedure {:layer 0} Load({:linear} me: One Tid) returns (seen: int);
refines both action {:layer 1} _
{
  assert lock == Some(me->val);
  seen := colour;
}

yield procedure {:layer 0} Store({:linear} me: One Tid, new: int);
refines atomic action {:layer 1} _
{
  assert lock == Some(me->val);
  colour := new;
}
