// The writer does not make the version even again.

type Tid;

var {:layer 0, 2} lock: Option Tid;
var {:layer 0, 2} version: int;
var {:layer 0, 3} left: int;
var {:layer 0, 3} right': int;

function {:inline} Even(n: int): bool
{
  n mod 2 == 0
}

yield invariant {:layer 2} Quiet();
preserves lock == None() ==> Even(version);

yield invariant {:layer 2} Writing({:linear} me: One Tid);
preserves lock == Some(me->val) && !Even(version);

yield procedure {:layer 2} ReadPair() returns (a: int, b: int)
refines atomic action {:layer 3} _
{
  a := left;
  b := right';
}
{
  var before, after: int;
  while (true)
  invariant {:yields} true;
  {
    call before := OldVersion();
    if (Even(before)) {
      call a := OldLeft(before);
      call b := OldRight(before);
      call after := Version();
      if (before == after) {
        return;
      }
    }
  }
}

yield procedure {:layer 2} WritePair({:hide} {:linear} me: One Tid, a: int, b: int)
//                         ^^^^^^^^^ non-interference
refines atomic action {:layer 3} _
{
  left := a;
  right' := b;
}
preserves call Quiet();
//        ^^^^^^^^^^^^ yield-invariant
{
  call Acquire(me);
  call Bump(me);
  call Quiet() | Writing(me);
  call SetLeft(me, a);
  call SetRight(me, b);
  call Release(me);
}

yield procedure {:layer 1} OldVersion() returns (n: int)
refines right action {:layer 2} _
{
  assume n <= version;
}
{
  call n := Version();
}

yield procedure {:layer 1} OldLeft({:layer 1} seen: int) returns (a: int)
refines right action {:layer 2} _
{
  assert seen <= version;
  if (seen == version && Even(version)) {
    a := left;
  }
}
{
  call a := GetLeft();
}

yield procedure {:layer 1} OldRight({:layer 1} seen: int) returns (b: int)
refines right action {:layer 2} _
{
  assert seen <= version;
  if (seen == version && Even(version)) {
    b := right';
  }
}
{
  call b := GetRight();
}

yield procedure {:layer 1} Bump({:layer 1} {:linear} me: One Tid)
refines atomic action {:layer 2} _
{
  assert lock == Some(me->val);
  version := version + 1;
}
{
  call NextVersion();
}

yield procedure {:layer 1} SetLeft({:layer 1} {:linear} me: One Tid, a: int)
refines both action {:layer 2} _
{
  assert lock == Some(me->val) && !Even(version);
  left := a;
}
{
  call PutLeft(a);
}

yield procedure {:layer 1} SetRight({:layer 1} {:linear} me: One Tid, b: int)
refines both action {:layer 2} _
{
  assert lock == Some(me->val) && !Even(version);
  right' := b;
}
{
  call PutRight(b);
}

yield procedure {:layer 0} Acquire({:linear} me: One Tid);
refines right action {:layer 1, 2} _
{
  assume lock == None();
  lock := Some(me->val);
}

yield procedure {:layer 0} Release({:linear} me: One Tid);
refines left action {:layer 1, 2} _
{
  assert lock == Some(me->val);
  lock := None();
}

yield procedure {:layer 0} Version() returns (n: int);
refines atomic action {:layer 1, 2} _
{
  n := version;
}

yield procedure {:layer 0} NextVersion();
refines atomic action {:layer 1} _
{
  version := version + 1;
}

yield procedure {:layer 0} GetLeft() returns (a: int);
refines atomic action {:layer 1} _
{
  a := left;
}

yield procedure {:layer 0} GetRight() returns (b: int);
refines atomic action {:layer 1} _
{
  b := right';
}

yield procedure {:layer 0} PutLeft(a: int);
refines atomic action {:layer 1} _
{
  left := a;
}

yield procedure {:layer 0} PutRight(b: int);
refines atomic action {:layer 1} _
{
  right' := b;
}
