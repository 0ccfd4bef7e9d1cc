// The search for an element tells reserved slots from empty ones, so it cannot move across reservations.

type Tid;

datatype Slot { Empty(), Reserved(by: Tid, with: int), Full(element: int) }

const size: int;
axiom size > 0;

function {:inline} InRange(i: int): bool
{
  0 <= i && i < size
}

var {:layer 0, 3} slots: [int]Slot;
var {:layer 0, 2} locks: [int]Option Tid;

atomic action {:layer 3} INSERT(x: int) returns (done: bool)
modifies slots;
{
  var i: int;
  if (done) {
    assume InRange(i) && slots[i] == Empty();
    slots[i] := Full(x);
  }
}

yield procedure {:layer 2} Insert({:hide} {:linear} me: One Tid, x: int) returns (done: bool)
refines INSERT;
{
  var i: int;
  call i := Reserve(me, x);
  done := i >= 0;
  if (done) {
    call Lock(me, i);
    call Show(me, i, x);
    call Unlock(me, i);
  }
}

atomic action {:layer 3} INSERT_PAIR(x: int, y: int) returns (done: bool)
modifies slots;
{
  var {:pool "slot"} i: int;
  var {:pool "slot"} j: int;
  if (done) {
    assume InRange(i) && InRange(j) && i != j && slots[i] == Empty() && slots[j] == Empty();
    slots[i] := Full(x);
    slots[j] := Full(y);
  }
}

yield procedure {:layer 2} InsertPair({:hide} {:linear} me: One Tid, x: int, y: int) returns (done: bool)
refines INSERT_PAIR;
{
  var i, j: int;
  done := false;
  call i := Reserve(me, x);
  if (i < 0) {
    return;
  }
  call j := Reserve(me, y);
  assume {:add_to_pool "slot", i, j} true;
  if (j < 0) {
    call Lock(me, i);
    call GiveBack(me, i, x);
    call Unlock(me, i);
    return;
  }
  call Lock(me, i);
  call Lock(me, j);
  call Show(me, i, x);
  call Show(me, j, y);
  call Unlock(me, j);
  call Unlock(me, i);
  done := true;
}

// An element that is found was there; one that is not found may have come in behind the back of the search.
yield procedure {:layer 2} Find({:hide} {:linear} me: One Tid, x: int) returns (found: bool)
//                         ^^^^ refinement
refines atomic action {:layer 3} _
{
  assume found ==> (exists i: int :: InRange(i) && slots[i] == Full(x));
}
{
  var i: int;
  i := 0;
  found := false;
  while (i < size)
  invariant {:yields} true;
  invariant {:layer 1, 2} 0 <= i && !found;
  {
    call Lock(me, i);
    call found := Has(me, i, x);
    call Unlock(me, i);
    if (found) {
      return;
    }
    i := i + 1;
  }
}

right action {:layer 2} RESERVE({:linear} me: One Tid, x: int) returns (i: int)
//                      ^^^^^^^ commutativity
modifies slots;
{
  if (*) {
    assume InRange(i) && slots[i] == Empty();
    slots[i] := Reserved(me->val, x);
  } else {
    i := -1;
  }
}

yield procedure {:layer 1} Reserve({:linear} me: One Tid, x: int) returns (i: int)
refines RESERVE;
{
  var slot: Slot;
  i := 0;
  while (i < size)
  invariant {:yields} true;
  invariant {:layer 1} 0 <= i;
  {
    call Lock(me, i);
    call slot := Get(me, i);
    if (slot is Empty) {
      call Take(me, i, x);
      call Unlock(me, i);
      return;
    }
    call Unlock(me, i);
    i := i + 1;
  }
  i := -1;
}

yield procedure {:layer 0} Lock({:linear} me: One Tid, i: int);
refines right action {:layer 1, 2} _
{
  assert InRange(i);
  assume locks[i] == None();
  locks[i] := Some(me->val);
}

yield procedure {:layer 0} Unlock({:linear} me: One Tid, i: int);
refines left action {:layer 1, 2} _
{
  assert InRange(i) && locks[i] == Some(me->val);
  locks[i] := None();
}

yield procedure {:layer 0} Get({:linear} me: One Tid, i: int) returns (slot: Slot);
refines both action {:layer 1} _
{
  assert InRange(i) && locks[i] == Some(me->val);
  slot := slots[i];
}

// Whether a slot is reserved does not matter here, so this moves across reservations.
yield procedure {:layer 0} Has({:linear} me: One Tid, i: int, x: int) returns (found: bool);
refines both action {:layer 1, 2} _
//                                ^ commutativity
{
  assert InRange(i) && locks[i] == Some(me->val);
  found := slots[i] == Full(x) || slots[i] is Reserved;
}

yield procedure {:layer 0} Take({:linear} me: One Tid, i: int, x: int);
refines both action {:layer 1} _
{
  assert InRange(i) && locks[i] == Some(me->val) && slots[i] is Empty;
  slots[i] := Reserved(me->val, x);
}

yield procedure {:layer 0} Show({:linear} me: One Tid, i: int, x: int);
refines both action {:layer 1, 2} _
{
  assert InRange(i) && locks[i] == Some(me->val) && slots[i] == Reserved(me->val, x);
  slots[i] := Full(x);
}

yield procedure {:layer 0} GiveBack({:linear} me: One Tid, i: int, x: int);
refines left action {:layer 1, 2} _
{
  assert InRange(i) && locks[i] == Some(me->val) && slots[i] == Reserved(me->val, x);
  slots[i] := Empty();
}
