// After a put the owner leaves the tail where it was.

type Tid;
const owner: Tid;

var {:layer 0, 1} head: int;
var {:layer 0, 1} tail: int;
var {:layer 0, 1} items: [int]int;
var {:layer 1, 1} bottom: int;
var {:layer 1, 2} {:linear} queued: UnitMap (One int);

yield invariant {:layer 1} Sound();
preserves head <= bottom && tail <= bottom;
preserves (forall i: int :: {items[i]} head <= i && i < bottom ==> Map_Contains(queued, One(items[i])));
preserves (forall i, j: int :: {items[i], items[j]} head <= i && i < j && j < bottom ==> items[i] != items[j]);

yield invariant {:layer 1} Idle({:linear} me: One Tid);
preserves me->val == owner && tail == bottom;

yield invariant {:layer 1} IdleAt({:linear} me: One Tid, t: int);
preserves me->val == owner && tail == t && bottom == t;

yield invariant {:layer 1} Written({:linear} me: One Tid, t: int, x: int);
preserves me->val == owner && tail == t && bottom == t && items[t] == x;

yield invariant {:layer 1} Taking({:linear} me: One Tid, t: int);
preserves me->val == owner && tail == t && bottom == t + 1;

yield invariant {:layer 1} TakingItem({:linear} me: One Tid, t: int, h: int, x: int);
preserves me->val == owner && tail == t && bottom == t + 1 && items[t] == x && h <= head;

yield invariant {:layer 1} Passed(h: int);
preserves h <= head;

yield invariant {:layer 1} Stealable(h: int);
preserves h <= head && (head == h ==> h < bottom);

yield invariant {:layer 1} StealableItem(h: int, x: int);
preserves h <= head && (head == h ==> h < bottom && items[h] == x);

atomic action {:layer 2} GET() returns (done: bool, x: int, {:linear} got: UnitMap (One int))
modifies queued;
{
  call got := Map_MakeEmpty();
  if (done) {
    assume Map_Contains(queued, One(x));
    call got := Map_Split(queued, Set_Singleton(One(x)));
  }
}

pure action Remove(x: int, {:linear_in} all: UnitMap (One int))
returns ({:linear} got: UnitMap (One int), {:linear} rest: UnitMap (One int))
{
  rest := all;
  call got := Map_Split(rest, Set_Singleton(One(x)));
}

pure action Insert({:linear_in} task: One int, {:linear_in} all: UnitMap (One int))
returns ({:linear} more: UnitMap (One int))
{
  more := all;
  call One_Put(more, task);
}

yield procedure {:layer 1} Put({:hide} {:linear} me: One Tid, {:linear_in} task: One int)
refines atomic action {:layer 2} _
{
  call One_Put(queued, task);
}
preserves call Sound();
preserves call Idle(me);
//        ^^^^^^^^^^^^^ yield-invariant
{
  var t, x: int;
  x := task->val;
  call t := GetTail();
  call Sound() | IdleAt(me, t);
  call SetItem(me, t, x);
  call Sound() | Written(me, t, x);
  call {:layer 1} bottom := Copy(t + 1);
  call {:layer 1} queued := Insert(task, queued);
}

yield procedure {:layer 1} Take({:hide} {:linear} me: One Tid)
returns (done: bool, x: int, {:layer 1} {:linear} got: UnitMap (One int))
refines GET;
preserves call Sound();
preserves call Idle(me);
{
  var t, h: int;
  done := false;
  call {:layer 1} got := Map_MakeEmpty();
  call t := GetTail();
  call Sound() | IdleAt(me, t);
  t := t - 1;
  call SetTail(me, t);
  call Sound() | Taking(me, t);
  call x := GetItem(t);
  call Sound() | TakingItem(me, t, head, x);
  call h := GetHead();
  if (h < t) {
    // Thieves do not come as far as t any more.
    done := true;
    call {:layer 1} bottom := Copy(t);
    call {:layer 1} got, queued := Remove(x, queued);
    return;
  }
  call Sound() | TakingItem(me, t, h, x);
  if (h == t) {
    call done := SwapHead(t);
    if (done) {
      call {:layer 1} got, queued := Remove(x, queued);
    }
    call Sound() | Taking(me, t);
  }
  call SetTail(me, t + 1);
}

yield procedure {:layer 1} Steal() returns (done: bool, x: int, {:layer 1} {:linear} got: UnitMap (One int))
refines GET;
preserves call Sound();
{
  var h, t: int;
  done := false;
  call {:layer 1} got := Map_MakeEmpty();
  call h := GetHead();
  call Sound() | Passed(h);
  call t := GetTail();
  if (t <= h) {
    return;
  }
  call Sound() | Stealable(h);
  call x := GetItem(h);
  call Sound() | StealableItem(h, x);
  call done := SwapHead(h);
  if (done) {
    call {:layer 1} got, queued := Remove(x, queued);
  }
}

yield procedure {:layer 0} GetHead() returns (h: int);
refines atomic action {:layer 1} _
{
  h := head;
}

yield procedure {:layer 0} SwapHead(h: int) returns (done: bool);
refines atomic action {:layer 1} _
{
  done := head == h;
  if (done) {
    head := h + 1;
  }
}

yield procedure {:layer 0} GetTail() returns (t: int);
refines atomic action {:layer 1} _
{
  t := tail;
}

yield procedure {:layer 0} SetTail({:linear} me: One Tid, t: int);
refines atomic action {:layer 1} _
{
  assert me->val == owner;
  tail := t;
}

yield procedure {:layer 0} GetItem(i: int) returns (x: int);
refines atomic action {:layer 1} _
{
  x := items[i];
}

yield procedure {:layer 0} SetItem({:linear} me: One Tid, i: int, x: int);
refines atomic action {:layer 1} _
{
  assert me->val == owner;
  items[i] := x;
}
