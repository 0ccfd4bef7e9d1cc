// The first lock stays with its module: at layer 2, where the counter takes it, it is not the counter's.

type Tid;

// Module Lock1: the first lock.

var {:layer 0, 1} {:module "Lock1"} bit1: bool;
var {:layer 1, 2} {:module "Lock1"} lock1: Option Tid;

yield invariant {:layer 1} {:module "Lock1"} Lock1();
preserves bit1 <==> lock1 is Some;

right action {:layer 2} {:module "Counter"} Acquire1({:linear} me: One Tid)
{
  assume lock1 == None();
//       ^^^^^ ownership
  lock1 := Some(me->val);
//^^^^^^^^^^^^^^^^^^^^^^^ ownership
}

left action {:layer 2} {:module "Counter"} Release1({:linear} me: One Tid)
{
  assert lock1 == Some(me->val);
//       ^^^^^ ownership
  lock1 := None();
//^^^^^^^^^^^^^^^^ ownership
}

yield procedure {:layer 1} {:module "Lock1"} Acq1({:layer 1} {:linear} me: One Tid)
refines Acquire1;
preserves call Lock1();
{
  var done: bool;
  while (true)
  invariant {:yields} true;
  invariant call Lock1();
  {
    call done := Swap1();
    if (done) {
      call {:layer 1} lock1 := Copy(Some(me->val));
      return;
    }
  }
}

yield procedure {:layer 1} {:module "Lock1"} Rel1({:layer 1} {:linear} me: One Tid)
refines Release1;
preserves call Lock1();
{
  call Clear1();
  call {:layer 1} lock1 := Copy(None());
}

yield procedure {:layer 0} {:module "Lock1"} Swap1() returns (done: bool);
refines atomic action {:layer 1} _
{
  done := !bit1;
  bit1 := true;
}

yield procedure {:layer 0} {:module "Lock1"} Clear1();
refines atomic action {:layer 1} _
{
  bit1 := false;
}

// Module Lock2: the second lock.

var {:layer 0, 1} {:module "Lock2"} bit2: bool;
var {:layer 1, 2} {:module "Lock2"} {:module 2, "Counter"} lock2: Option Tid;

yield invariant {:layer 1} {:module "Lock2"} Lock2();
preserves bit2 <==> lock2 is Some;

right action {:layer 2} {:module "Counter"} Acquire2({:linear} me: One Tid)
{
  assume lock2 == None();
  lock2 := Some(me->val);
}

left action {:layer 2} {:module "Counter"} Release2({:linear} me: One Tid)
{
  assert lock2 == Some(me->val);
  lock2 := None();
}

yield procedure {:layer 1} {:module "Lock2"} Acq2({:layer 1} {:linear} me: One Tid)
refines Acquire2;
preserves call Lock2();
{
  var done: bool;
  while (true)
  invariant {:yields} true;
  invariant call Lock2();
  {
    call done := Swap2();
    if (done) {
      call {:layer 1} lock2 := Copy(Some(me->val));
      return;
    }
  }
}

yield procedure {:layer 1} {:module "Lock2"} Rel2({:layer 1} {:linear} me: One Tid)
refines Release2;
preserves call Lock2();
{
  call Clear2();
  call {:layer 1} lock2 := Copy(None());
}

yield procedure {:layer 0} {:module "Lock2"} Swap2() returns (done: bool);
refines atomic action {:layer 1} _
{
  done := !bit2;
  bit2 := true;
}

yield procedure {:layer 0} {:module "Lock2"} Clear2();
refines atomic action {:layer 1} _
{
  bit2 := false;
}

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
//       ^^^^^ ownership
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
//       ^^^^^ ownership
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
