// The reader takes the whole block, although the cache does not reach so far yet.

type Tid;

var {:layer 0, 1} lock: Option Tid;
var {:layer 0, 1} size: int;
var {:layer 0, 1} wanted: int;
var {:layer 0, 1} grower: Option Tid;

yield invariant {:layer 1} Sound();
preserves 0 <= size && size <= wanted;
preserves grower == None() <==> size == wanted;

yield invariant {:layer 1} AtLeast(n: int);
preserves n <= size;

yield invariant {:layer 1} Growing({:linear} me: One Tid, from: int, to: int);
preserves grower == Some(me->val) && size == from && wanted == to;

yield procedure {:layer 1} Read({:linear} me: One Tid, start: int, length: int)
requires {:layer 1} 0 <= start && 0 < length;
preserves call Sound();
{
  var have, to, n: int;
  call Acquire(me);
  call have := GetSize(me);
  call to := GetWanted(me);
  if (start + length <= have) {
    call Release(me);
    n := length;
  } else if (have < to) {
    call Release(me);
    n := length;
  } else {
    call StartGrowing(me, start + length);
    call Release(me);
    call Sound() | Growing(me, have, start + length);
    call Fill(me, have, start + length);
    call Acquire(me);
    call StopGrowing(me);
    call Release(me);
    n := length;
  }
  if (n > 0) {
    call Sound() | AtLeast(start + n);
//                 ^^^^^^^^^^^^^^^^^^ yield-invariant
    call Deliver(start, n);
  }
}

// The part that nobody else looks at is filled without the lock.
yield procedure {:layer 1} Fill({:linear} me: One Tid, from: int, to: int)
preserves call Sound();
preserves call Growing(me, from, to);
{
  var i: int;
  i := from;
  while (i < to)
  invariant {:yields} true;
  invariant call Sound();
  invariant call Growing(me, from, to);
  invariant {:layer 1} from <= i;
  {
    call WriteEntry(me, i);
    i := i + 1;
  }
}

yield procedure {:layer 1} Deliver(start: int, n: int)
requires {:layer 1} 0 <= start;
preserves call Sound();
preserves call AtLeast(start + n);
{
  var i: int;
  i := 0;
  while (i < n)
  invariant {:yields} true;
  invariant call Sound();
  invariant call AtLeast(start + n);
  invariant {:layer 1} 0 <= i;
  {
    call ReadEntry(start + i);
    i := i + 1;
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

yield procedure {:layer 0} GetSize({:linear} me: One Tid) returns (n: int);
refines right action {:layer 1} _
{
  assert lock == Some(me->val);
  n := size;
}

yield procedure {:layer 0} GetWanted({:linear} me: One Tid) returns (n: int);
refines both action {:layer 1} _
{
  assert lock == Some(me->val);
  n := wanted;
}

yield procedure {:layer 0} StartGrowing({:linear} me: One Tid, to: int);
refines atomic action {:layer 1} _
{
  assert lock == Some(me->val) && grower == None() && wanted < to;
  wanted := to;
  grower := Some(me->val);
}

yield procedure {:layer 0} StopGrowing({:linear} me: One Tid);
refines atomic action {:layer 1} _
{
  assert lock == Some(me->val) && grower == Some(me->val);
  size := wanted;
  grower := None();
}

yield procedure {:layer 0} WriteEntry({:linear} me: One Tid, i: int);
refines atomic action {:layer 1} _
{
  assert size <= i && i < wanted && grower == Some(me->val);
}

yield procedure {:layer 0} ReadEntry(i: int);
refines atomic action {:layer 1} _
{
  assert 0 <= i && i < size;
}
