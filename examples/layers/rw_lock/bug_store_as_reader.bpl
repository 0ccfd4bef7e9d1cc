// A writer that holds the lock as a reader only.

type Tid;
type Address;

var {:layer 0, 1} writer: Option Tid;
var {:layer 0, 1} readers: [Tid]bool;
var {:layer 0, 2} memory: [Address]int;

function {:inline} Reading(me: Tid, writer: Option Tid, readers: [Tid]bool): bool
{
  readers[me] && writer == None()
}

function {:inline} Writing(me: Tid, writer: Option Tid, readers: [Tid]bool): bool
{
  writer == Some(me) && readers == Set_Empty()
}

yield procedure {:layer 1} Sum({:hide} {:linear} me: One Tid, a: Address, b: Address) returns (sum: int)
refines atomic action {:layer 2} _
{
  sum := memory[a] + memory[b];
}
{
  var first, second: int;
  call EnterReader(me);
  call first := Load(me, a);
  call second := Load(me, b);
  call LeaveReader(me);
  sum := first + second;
}

yield procedure {:layer 1} Shift({:hide} {:linear} me: One Tid, a: Address, b: Address, n: int)
refines atomic action {:layer 2} _
{
  memory[a] := memory[a] - n;
  memory[b] := memory[b] + n;
}
{
  var value: int;
  call EnterReader(me);
  call value := LoadOwn(me, a);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^ gate
  call Store(me, a, value - n);
  call value := LoadOwn(me, b);
  call Store(me, b, value + n);
  call LeaveWriter(me);
}

yield procedure {:layer 0} EnterReader({:linear} me: One Tid);
refines right action {:layer 1} _
{
  assume writer == None();
  readers[me->val] := true;
}

yield procedure {:layer 0} LeaveReader({:linear} me: One Tid);
refines left action {:layer 1} _
{
  assert Reading(me->val, writer, readers);
  readers[me->val] := false;
}

yield procedure {:layer 0} EnterWriter({:linear} me: One Tid);
refines right action {:layer 1} _
{
  assume writer == None() && readers == Set_Empty();
  writer := Some(me->val);
}

yield procedure {:layer 0} LeaveWriter({:linear} me: One Tid);
refines left action {:layer 1} _
{
  assert Writing(me->val, writer, readers);
  writer := None();
}

yield procedure {:layer 0} Load({:linear} me: One Tid, a: Address) returns (value: int);
refines both action {:layer 1} _
{
  assert Reading(me->val, writer, readers);
  value := memory[a];
}

yield procedure {:layer 0} LoadOwn({:linear} me: One Tid, a: Address) returns (value: int);
refines both action {:layer 1} _
{
  assert Writing(me->val, writer, readers);
  value := memory[a];
}

yield procedure {:layer 0} Store({:linear} me: One Tid, a: Address, value: int);
refines both action {:layer 1} _
{
  assert Writing(me->val, writer, readers);
  memory[a] := value;
}
