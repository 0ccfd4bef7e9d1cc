// A mutator sees that it may run again, and clears its bit later, under the lock again. Meanwhile the collector may
// have halted the mutators once more, and take this one for stopped.

const mutators: int;
axiom 0 < mutators;

function {:inline} Numbered(i: int): bool { 1 <= i && i <= mutators }

datatype Token { Collector(), Mutator(i: int), Waiter(i: int) }

function {:inline} Known(t: Token): bool { t is Collector || Numbered(t->i) }
function {:inline} IsMutator(t: Token): bool { t is Mutator && Numbered(t->i) }
function {:inline} Holds(lock: Option Token, t: Token): bool { lock == Some(t) && Known(t) }

var {:layer 0, 5} halt: bool;
var {:layer 0, 5} {:linear} parked: UnitMap (One Token);
var {:layer 0, 2} lock: Option Token;

yield invariant {:layer 5} Parked({:linear} waiter: One Token);
preserves waiter->val is Waiter && Map_Contains(parked, One(Mutator(waiter->val->i)));

yield procedure {:layer 5} Safepoint({:linear} me: One Token, {:linear} waiter: One Token)
requires {:layer 5} IsMutator(me->val) && waiter->val == Waiter(me->val->i);
{
  var stop: bool;
  call stop := PollHalt();
  if (stop) {
    call Park(me);
    call Parked(waiter) | Pause4() | Pause3();
    call Resume(waiter, me);
  }
}

yield invariant {:layer 4} Pause4();

yield invariant {:layer 3} Pause3();

yield procedure {:layer 2} Halt({:linear} me: One Token)
refines atomic action {:layer 3, 5} _
{
  assert me->val == Collector();
  halt := true;
}
{
  call Acquire(me);
  call StoreHalt(me, true);
  call Release(me);
}

yield invariant {:layer 2} Pause2();

yield procedure {:layer 2} Resume({:linear} waiter: One Token, {:linear_out} me: One Token)
refines atomic action {:layer 3, 5} _
{
  assert waiter->val is Waiter && Known(waiter->val) && me->val == Mutator(waiter->val->i);
  assume !halt;
  call One_Get(parked, me);
}
{
  var stop: bool;
  while (true)
  invariant {:yields} true;
  {
    call Acquire(waiter);
    call stop := LoadHalt(waiter);
    call Release(waiter);
    if (!stop) {
      break;
    }
  }
  call Pause2();
  call Acquire(waiter);
  call Unpark(waiter, me);
//^^^^^^^^^^^^^^^^^^^^^^^ gate
  call Release(waiter);
}

yield procedure {:layer 1} Acquire({:linear} me: One Token);
refines right action {:layer 2} _ { assume lock == None(); lock := Some(me->val); }

yield procedure {:layer 1} Release({:linear} me: One Token);
refines left action {:layer 2} _ { assert lock == Some(me->val); lock := None(); }

yield procedure {:layer 1} LoadHalt({:linear} me: One Token) returns (b: bool);
refines both action {:layer 2} _ { assert Holds(lock, me->val); b := halt; }

yield procedure {:layer 1} StoreHalt({:linear} me: One Token, b: bool);
refines both action {:layer 2} _ { assert Holds(lock, me->val) && me->val == Collector(); halt := b; }

yield procedure {:layer 1} Unpark({:linear} waiter: One Token, {:linear_out} me: One Token);
refines atomic action {:layer 2} _
{
  assert Holds(lock, waiter->val) && !halt;
  call One_Get(parked, me);
}

yield procedure {:layer 1} PollHalt() returns (b: bool);
refines both action {:layer 2, 5} _ { }

yield procedure {:layer 0} Park({:linear_in} me: One Token);
refines atomic action {:layer 1, 5} _ { call One_Put(parked, me); }
