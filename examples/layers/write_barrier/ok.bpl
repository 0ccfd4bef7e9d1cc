// The write barrier of a concurrent collector, for one object. A mutator that is about to write darkens the object if it
// is still white. It looks without the lock first, and takes the lock only if it has to.
//
// Layer 1: the slow path is one step, since the lock makes its accesses movers.
// Layer 2: the fast path is one step too, since colours only get darker.

type Tid;

const white, grey, black: int;
axiom white == 1 && grey == 2 && black == 3;

var {:layer 0, 3} colour: int;
var {:layer 0, 1} lock: Option Tid;

// What a thread has seen is a lower bound of what it will see.
yield invariant {:layer 2} AtLeast(seen: int);
preserves colour >= seen;

atomic action {:layer 2, 3} Darken({:linear} me: One Tid)
modifies colour;
{
  if (colour <= white) {
    colour := grey;
  }
}

yield procedure {:layer 2} Barrier({:linear} me: One Tid)
refines Darken;
{
  var seen: int;
  call seen := Peek();
  call AtLeast(seen);
  if (seen <= white) {
    call BarrierSlow(me);
  }
}

yield procedure {:layer 1} BarrierSlow({:linear} me: One Tid)
refines Darken;
{
  var seen: int;
  call Acquire(me);
  call seen := Load(me);
  if (seen <= white) {
    call Store(me, grey);
  }
  call Release(me);
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

// Not a mover: `Peek` can tell whether it has happened.
yield procedure {:layer 0} Store({:linear} me: One Tid, new: int);
refines atomic action {:layer 1} _
{
  assert lock == Some(me->val);
  colour := new;
}

yield procedure {:layer 0} Peek() returns (seen: int);
refines atomic action {:layer 1, 2} _
{
  seen := colour;
}
