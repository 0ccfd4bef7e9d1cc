// The lock forgets to say who has it.

type Tid;

// The first lock.

var {:layer 0, 1} taken1: bool;
var {:layer 1, 2} owner1: Option Tid;

yield invariant {:layer 1} Lock1();
preserves taken1 <==> owner1 is Some;

right action {:layer 2} Acquire1({:linear} me: One Tid)
modifies owner1;
{
  assume owner1 == None();
  owner1 := Some(me->val);
}

yield procedure {:layer 1} Lock1_Acquire({:layer 1} {:linear} me: One Tid)
refines Acquire1;
preserves call Lock1();
{
  var done: bool;
  while (true)
  invariant {:yields} true;
  invariant call Lock1();
  {
    call done := Lock1_Swap();
    if (done) {
      call {:layer 1} owner1 := Copy(Some(me->val));
      return;
    }
  }
}

left action {:layer 2} Release1({:linear} me: One Tid)
modifies owner1;
{
  assert owner1 == Some(me->val);
  owner1 := None();
}

yield procedure {:layer 1} Lock1_Release({:layer 1} {:linear} me: One Tid)
//                         ^^^^^^^^^^^^^ non-interference
//                         ^^^^^^^^^^^^^ refinement
refines Release1;
preserves call Lock1();
//        ^^^^^^^^^^^^ yield-invariant
{
  call Lock1_Clear();
}

yield procedure {:layer 0} Lock1_Swap() returns (done: bool);
refines atomic action {:layer 1} _
{
  done := !taken1;
  taken1 := true;
}

yield procedure {:layer 0} Lock1_Clear();
refines atomic action {:layer 1} _
{
  taken1 := false;
}

// The second lock, the same again.

var {:layer 0, 1} taken2: bool;
var {:layer 1, 2} owner2: Option Tid;

yield invariant {:layer 1} Lock2();
preserves taken2 <==> owner2 is Some;

right action {:layer 2} Acquire2({:linear} me: One Tid)
modifies owner2;
{
  assume owner2 == None();
  owner2 := Some(me->val);
}

yield procedure {:layer 1} Lock2_Acquire({:layer 1} {:linear} me: One Tid)
refines Acquire2;
preserves call Lock2();
{
  var done: bool;
  while (true)
  invariant {:yields} true;
  invariant call Lock2();
  {
    call done := Lock2_Swap();
    if (done) {
      call {:layer 1} owner2 := Copy(Some(me->val));
      return;
    }
  }
}

left action {:layer 2} Release2({:linear} me: One Tid)
modifies owner2;
{
  assert owner2 == Some(me->val);
  owner2 := None();
}

yield procedure {:layer 1} Lock2_Release({:layer 1} {:linear} me: One Tid)
refines Release2;
preserves call Lock2();
{
  call Lock2_Clear();
  call {:layer 1} owner2 := Copy(None());
}

yield procedure {:layer 0} Lock2_Swap() returns (done: bool);
refines atomic action {:layer 1} _
{
  done := !taken2;
  taken2 := true;
}

yield procedure {:layer 0} Lock2_Clear();
refines atomic action {:layer 1} _
{
  taken2 := false;
}

// The counter.

var {:layer 0, 3} ups: int;
var {:layer 0, 3} downs: int;

yield procedure {:layer 2} Up({:layer 1, 2} {:hide} {:linear} me: One Tid)
refines atomic action {:layer 3} _
{
  ups := ups + 1;
}
preserves call Lock1();
{
  var n: int;
  call Lock1_Acquire(me);
  call n := LoadUps(me) | Lock1();
  call StoreUps(me, n + 1) | Lock1();
  call Lock1_Release(me);
}

yield procedure {:layer 2} Down({:layer 1, 2} {:hide} {:linear} me: One Tid)
refines atomic action {:layer 3} _
{
  downs := downs + 1;
}
preserves call Lock2();
{
  var n: int;
  call Lock2_Acquire(me);
  call n := LoadDowns(me) | Lock2();
  call StoreDowns(me, n + 1) | Lock2();
  call Lock2_Release(me);
}

yield procedure {:layer 2} Count({:layer 1, 2} {:hide} {:linear} me: One Tid) returns (count: int)
refines atomic action {:layer 3} _
{
  count := ups - downs;
}
preserves call Lock1();
preserves call Lock2();
{
  var n, m: int;
  call Lock1_Acquire(me) | Lock2();
  call Lock2_Acquire(me) | Lock1();
  call n := LoadUps(me) | Lock1() | Lock2();
  call m := LoadDowns(me) | Lock1() | Lock2();
  count := n - m;
  call Lock2_Release(me) | Lock1();
  call Lock1_Release(me) | Lock2();
}

yield procedure {:layer 1} LoadUps({:layer 1} {:linear} me: One Tid) returns (n: int)
refines both action {:layer 2} _
{
  assert owner1 == Some(me->val);
  n := ups;
}
{
  call n := ReadUps();
}

yield procedure {:layer 1} StoreUps({:layer 1} {:linear} me: One Tid, n: int)
refines both action {:layer 2} _
{
  assert owner1 == Some(me->val);
  ups := n;
}
{
  call WriteUps(n);
}

yield procedure {:layer 1} LoadDowns({:layer 1} {:linear} me: One Tid) returns (n: int)
refines both action {:layer 2} _
{
  assert owner2 == Some(me->val);
  n := downs;
}
{
  call n := ReadDowns();
}

yield procedure {:layer 1} StoreDowns({:layer 1} {:linear} me: One Tid, n: int)
refines both action {:layer 2} _
{
  assert owner2 == Some(me->val);
  downs := n;
}
{
  call WriteDowns(n);
}

yield procedure {:layer 0} ReadUps() returns (n: int);
refines atomic action {:layer 1} _
{
  n := ups;
}

yield procedure {:layer 0} WriteUps(n: int);
refines atomic action {:layer 1} _
{
  ups := n;
}

yield procedure {:layer 0} ReadDowns() returns (n: int);
refines atomic action {:layer 1} _
{
  n := downs;
}

yield procedure {:layer 0} WriteDowns(n: int);
refines atomic action {:layer 1} _
{
  downs := n;
}
