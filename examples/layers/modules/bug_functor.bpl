// The functor is wrong, and so are both instances; it is said once.

type Tid;

// Functor Lock: a bit that is set by compare-and-swap becomes a variable that names the holder.

var {:layer 0, 1} {:functor "Lock"} bit: bool;
var {:layer 1, 2} {:functor "Lock"} lock: Option Tid;

yield invariant {:layer 1} {:functor "Lock"} Lock();
preserves bit <==> lock is Some;

right action {:layer 2} {:functor "Lock"} Acquire({:linear} me: One Tid)
{
  assume lock == None();
  lock := Some(me->val);
}

left action {:layer 2} {:functor "Lock"} Release({:linear} me: One Tid)
{
  assert lock == Some(me->val);
  lock := None();
}

yield procedure {:layer 1} {:functor "Lock"} Acq({:layer 1} {:linear} me: One Tid)
//                                           ^^^ refinement
refines Acquire;
preserves call Lock();
{
  var done: bool;
  while (true)
  invariant {:yields} true;
  invariant call Lock();
  {
    call done := Swap();
    if (done) {
      call {:layer 1} lock := Copy(Some(me->val));
      return;
    }
  }
}

yield procedure {:layer 1} {:functor "Lock"} Rel({:layer 1} {:linear} me: One Tid)
refines Release;
preserves call Lock();
{
  call Clear();
  call {:layer 1} lock := Copy(None());
}

yield procedure {:layer 0} {:functor "Lock"} Swap() returns (done: bool);
refines atomic action {:layer 1} _
{
  done := true;
  bit := true;
}

yield procedure {:layer 0} {:functor "Lock"} Clear();
refines atomic action {:layer 1} _
{
  bit := false;
}

// Instance Lock1.

var {:layer 0, 1} {:instance "Lock1", "Lock", "bit"} bit1: bool;
var {:layer 1, 2} {:instance "Lock1", "Lock", "lock"} {:module 2, "Counter"} lock1: Option Tid;

yield invariant {:layer 1} {:instance "Lock1", "Lock", "Lock"} Lock1();
preserves bit1 <==> lock1 is Some;

right action {:layer 2} {:instance "Lock1", "Lock", "Acquire"} {:module 2, "Counter"} Acquire1({:linear} me: One Tid)
{
  assume lock1 == None();
  lock1 := Some(me->val);
}

left action {:layer 2} {:instance "Lock1", "Lock", "Release"} {:module 2, "Counter"} Release1({:linear} me: One Tid)
{
  assert lock1 == Some(me->val);
  lock1 := None();
}

yield procedure {:layer 1} {:instance "Lock1", "Lock", "Acq"} Acq1({:layer 1} {:linear} me: One Tid);
refines Acquire1;
preserves call Lock1();

yield procedure {:layer 1} {:instance "Lock1", "Lock", "Rel"} Rel1({:layer 1} {:linear} me: One Tid);
refines Release1;
preserves call Lock1();

// Instance Lock2.

var {:layer 0, 1} {:instance "Lock2", "Lock", "bit"} bit2: bool;
var {:layer 1, 2} {:instance "Lock2", "Lock", "lock"} {:module 2, "Counter"} lock2: Option Tid;

yield invariant {:layer 1} {:instance "Lock2", "Lock", "Lock"} Lock2();
preserves bit2 <==> lock2 is Some;

right action {:layer 2} {:instance "Lock2", "Lock", "Acquire"} {:module 2, "Counter"} Acquire2({:linear} me: One Tid)
{
  assume lock2 == None();
  lock2 := Some(me->val);
}

left action {:layer 2} {:instance "Lock2", "Lock", "Release"} {:module 2, "Counter"} Release2({:linear} me: One Tid)
{
  assert lock2 == Some(me->val);
  lock2 := None();
}

yield procedure {:layer 1} {:instance "Lock2", "Lock", "Acq"} Acq2({:layer 1} {:linear} me: One Tid);
refines Acquire2;
preserves call Lock2();

yield procedure {:layer 1} {:instance "Lock2", "Lock", "Rel"} Rel2({:layer 1} {:linear} me: One Tid);
refines Release2;
preserves call Lock2();

// Module Counter: increments and decrements are counted apart, each under its own lock.

var {:layer 0, 3} {:module "Counter"} {:module 3, "Client"} x1: int;
var {:layer 0, 3} {:module "Counter"} {:module 3, "Client"} x2: int;

yield procedure {:layer 2} {:module "Counter"} IncCnt({:layer 1, 2} {:hide} {:linear} me: One Tid)
refines atomic action {:layer 3} {:module "Client"} _
{
  x1 := x1 + 1;
}
preserves call Lock1();
{
  var n: int;
  call Acq1(me);
  call n := Inc1(me) | Lock1();
  call Rel1(me);
}

yield procedure {:layer 2} {:module "Counter"} DecCnt({:layer 1, 2} {:hide} {:linear} me: One Tid)
refines atomic action {:layer 3} {:module "Client"} _
{
  x2 := x2 + 1;
}
preserves call Lock2();
{
  var n: int;
  call Acq2(me);
  call n := Inc2(me) | Lock2();
  call Rel2(me);
}

yield procedure {:layer 2} {:module "Counter"} ReadCnt({:layer 1, 2} {:hide} {:linear} me: One Tid) returns (n: int)
refines atomic action {:layer 3} {:module "Client"} _
{
  n := x1 - x2;
}
preserves call Lock1();
preserves call Lock2();
{
  var n1, n2: int;
  call Acq1(me) | Lock2();
  call Acq2(me) | Lock1();
  call n1 := Get1(me) | Lock1() | Lock2();
  call n2 := Get2(me) | Lock1() | Lock2();
  n := n1 - n2;
  call Rel2(me) | Lock1();
  call Rel1(me) | Lock2();
}

yield procedure {:layer 1} {:module "Counter"} Inc1({:layer 1} {:linear} me: One Tid) returns (n: int)
refines both action {:layer 2} _
{
  assert lock1 == Some(me->val);
  n := x1;
  x1 := x1 + 1;
}
{
  call n := FetchAndAdd1();
}

yield procedure {:layer 1} {:module "Counter"} Get1({:layer 1} {:linear} me: One Tid) returns (n: int)
refines both action {:layer 2} _
{
  assert lock1 == Some(me->val);
  n := x1;
}
{
  call n := Fetch1();
}

yield procedure {:layer 0} {:module "Counter"} FetchAndAdd1() returns (n: int);
refines atomic action {:layer 1} _
{
  n := x1;
  x1 := x1 + 1;
}

yield procedure {:layer 0} {:module "Counter"} Fetch1() returns (n: int);
refines atomic action {:layer 1} _
{
  n := x1;
}

yield procedure {:layer 1} {:module "Counter"} Inc2({:layer 1} {:linear} me: One Tid) returns (n: int)
refines both action {:layer 2} _
{
  assert lock2 == Some(me->val);
  n := x2;
  x2 := x2 + 1;
}
{
  call n := FetchAndAdd2();
}

yield procedure {:layer 1} {:module "Counter"} Get2({:layer 1} {:linear} me: One Tid) returns (n: int)
refines both action {:layer 2} _
{
  assert lock2 == Some(me->val);
  n := x2;
}
{
  call n := Fetch2();
}

yield procedure {:layer 0} {:module "Counter"} FetchAndAdd2() returns (n: int);
refines atomic action {:layer 1} _
{
  n := x2;
  x2 := x2 + 1;
}

yield procedure {:layer 0} {:module "Counter"} Fetch2() returns (n: int);
refines atomic action {:layer 1} _
{
  n := x2;
}

// Module Client: an increment is not taken back.

yield invariant {:layer 3} {:module "Client"} Counted(least: int);
preserves least <= x1;

yield procedure {:layer 3} {:module "Client"} Twice({:layer 1, 2} {:hide} {:linear} me: One Tid)
preserves call Lock1();
requires call Counted(0);
{
  call IncCnt(me);
  call Lock1() | Counted(1);
  call IncCnt(me);
  assert {:layer 3} x1 >= 2;
}
