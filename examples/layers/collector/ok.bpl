// A concurrent mark-sweep collector for any number of mutators, proved in six layers: at the top, memory that only
// grows and a collector that nobody sees; at the bottom, single loads, stores and a compare-and-swap.
//
// How it works.
//
// Marking finds what can be reached from the roots, sweeping frees the rest, and the mutators run on meanwhile. A place
// of the heap is free, or holds an object that is white (not seen yet), grey (seen, but its fields may not be) or black
// (seen with all its fields). While marking, no black object points to a white one. Three things keep it so:
//
// - The write barrier. Before a mutator writes a pointer into a field, it makes the object that it points to grey.
// - The handshake. The barrier works only while the collector marks, so that it costs little at other times. Every
//   mutator has its own copy of the flag that says so. The collector sets the flag and waits until all have copied it.
// - New objects are black while marking.
//
// Roots, the private variables of mutators, change without a barrier. To see them, the collector stops all mutators,
// makes grey what the roots point to, and lets them run again. If nothing is grey at the end of that, marking is
// complete: roots point to black objects, and these to black objects. Otherwise it marks on, and looks again later.
//
// How it is proved.
//
// Layer 1: a load or a store becomes a mover for the thread that holds the lock, or the permission to do it.
// Layer 2: what is done under the lock becomes one step. The lock is hidden.
// Layer 3: waiting for all mutators becomes one step.
// Layer 4: the stack of grey objects is hidden. Their colours say the same.
// Layer 5: the barrier, a root scan and an allocation become one step each. How mutators are stopped is hidden.
// Layer 6: operations on abstract memory. Addresses, colours and phases are hidden, and the collector with them.
//
// Not proved: that anything gets done. A collector that never comes to an end would do no harm. It is taken for granted
// that memory is sequentially consistent and the stack large enough. All objects have the same number of fields.

const mutators: int;
const roots: int;
const fields: int;
const size: int;
axiom 0 < mutators && 0 <= roots && 0 <= fields && 0 <= size;

function {:inline} Numbered(i: int): bool { 1 <= i && i <= mutators }
function {:inline} IsRoot(r: int): bool { 0 <= r && r < roots }
function {:inline} IsField(f: int): bool { 0 <= f && f < fields }

// Objects are at 1 .. size. The address 0 is the null pointer.
function {:inline} InHeap(a: int): bool { 1 <= a && a <= size }

// The mutator that a root belongs to.
function Owner(r: int): int;

// Permissions. There is one of each, so who holds one knows that nobody else does. A mutator has two: one to work
// with, which it hands over when it stops, and one that it keeps meanwhile, to take the other back.

datatype Token { Collector(), Mutator(i: int), Waiter(i: int) }

function {:inline} Known(t: Token): bool { t is Collector || Numbered(t->i) }
function {:inline} IsMutator(t: Token): bool { t is Mutator && Numbered(t->i) }
function {:inline} Owns(t: Token, r: int): bool { IsMutator(t) && IsRoot(r) && Owner(r) == t->i }

function {:inline} Holds(lock: Option Token, t: Token): bool { lock == Some(t) && Known(t) }

// The collector has stopped all mutators, and has what they work with.
function {:inline} Stopped(halt: bool, parked: UnitMap (One Token)): bool
{
  halt && (forall i: int :: {One(Mutator(i))} Numbered(i) ==> Map_Contains(parked, One(Mutator(i))))
}

// The collector has everything: no mutator has been started.
function {:inline} Alone(me: One Token, others: UnitMap (One Token)): bool
{
  me->val == Collector() && (forall i: int :: {One(Mutator(i))} {One(Waiter(i))} Numbered(i) ==>
    Map_Contains(others, One(Mutator(i))) && Map_Contains(others, One(Waiter(i))))
}

// The memory of the machine. The second number is the last layer that sees it.

datatype Colour { Free(), White(), Grey(), Black() }

var {:layer 0, 6} root: [int]int;
var {:layer 0, 6} mem: [int][int]int;       // address, field
var {:layer 0, 6} colour: [int]Colour;
var {:layer 0, 6} swept: int;               // new objects below are white, and black from here on
var {:layer 0, 6} marking: bool;            // whether the barrier is wanted
var {:layer 0, 6} heard: [int]bool;         // the copies that the mutators have of it
var {:layer 0, 5} halt: bool;               // whether mutators have to stop
var {:layer 0, 5} {:linear} parked: UnitMap (One Token);
var {:layer 0, 4} stack: [int]int;          // the grey objects, below `top`
var {:layer 0, 4} top: int;
var {:layer 0, 2} lock: Option Token;       // the lock names its owner

// A mutator that stops sets a bit, and gives away its permission to work. So `parked` is the array of these bits,
// written as the set of those that are set: storing true puts the permission in, storing false takes it out.

// Ghosts.

var {:layer 4, 4} place: [int]int;          // where on the stack a grey object is
var {:layer 6, 6} view: [int]int;           // the abstract object at an address; 0 if there is none, or it has died
var {:layer 6, 6} home: [int]int;           // the address of an abstract object

// Abstract memory. Objects have numbers in the order of their birth, and live forever; 0 is the null pointer.

var {:layer 6, 7} born: int;
var {:layer 6, 7} absRoot: [int]int;
var {:layer 6, 7} absMem: [int][int]int;    // object, field

// Layer 7: a client -------------------------------------------------------------------------------------------------

// Everything starts with the collector. Then each mutator gets its permissions and goes to work.
yield procedure {:layer 7} Main({:linear_in} collector: One Token, {:linear_in} others: UnitMap (One Token))
requires {:layer 1, 2, 3, 4, 5, 6, 7} Alone(collector, others);
{
  var rest: UnitMap (One Token);
  var me, waiter: One Token;
  var i, x, y: int;
  call Initialize(collector, others);
  rest := others;
  i := 1;
  while (i <= mutators)
  invariant {:yields} true;
  invariant call Matches();
  invariant {:layer 1, 2, 3, 4, 5, 6, 7} 1 <= i && (forall j: int :: {One(Mutator(j))} {One(Waiter(j))}
    Numbered(j) && i <= j ==> Map_Contains(rest, One(Mutator(j))) && Map_Contains(rest, One(Waiter(j))));
  {
    me := One(Mutator(i));
    waiter := One(Waiter(i));
    call One_Get(rest, me);
    call One_Get(rest, waiter);
    havoc x, y;
    if (x != y && Owns(me->val, x) && Owns(me->val, y)) {
      async call Work(me, waiter, x, y);
    }
    i := i + 1;
  }
}

yield invariant {:layer 7} Holding({:linear} me: One Token, r: int, o: int);
preserves Owns(me->val, r) && absRoot[r] == o && o <= born;

// Two allocations give two objects, though the collector may run in between and free a lot.
yield procedure {:layer 7} Work({:linear} me: One Token, {:linear} waiter: One Token, x: int, y: int)
requires {:layer 5, 6} IsMutator(me->val) && waiter->val == Waiter(me->val->i);
requires {:layer 7} x != y && Owns(me->val, x) && Owns(me->val, y);
requires call Matches();
{
  var same: bool;
  call Alloc(me, waiter, x);
  call Holding(me, x, absRoot[x]);
  call Alloc(me, waiter, y);
  call Holding(me, x, absRoot[x]) | Holding(me, y, absRoot[y]);
  call same := Eq(me, x, y);
  assert {:layer 7} !same;
}

// Layer 6: abstract memory ------------------------------------------------------------------------------------------

// A pointer to an object that lives, or to none.
function {:inline} Valid(a: int, view: [int]int): bool { a == 0 || (InHeap(a) && view[a] != 0) }

// The machine shows abstract memory. This is all that a mutator needs to know.
yield invariant {:layer 6} Matches();
preserves 0 <= born && view[0] == 0;
preserves (forall a: int :: {view[a]} InHeap(a) && view[a] != 0 ==>
  0 < view[a] && view[a] <= born && home[view[a]] == a && !(colour[a] is Free));
preserves (forall r: int :: {root[r]} IsRoot(r) ==> Valid(root[r], view) && absRoot[r] == view[root[r]]);
preserves (forall a, f: int :: {mem[a][f]} InHeap(a) && view[a] != 0 && IsField(f) ==>
  Valid(mem[a][f], view) && absMem[view[a]][f] == view[mem[a][f]]);

yield procedure {:layer 6} Initialize({:linear_in} me: One Token, {:linear} others: UnitMap (One Token))
refines atomic action {:layer 7} _
{
  assert Alone(me, others);
  born := 0;
  absRoot := MapConst(0);
}
requires {:layer 5} Alone(me, others);
ensures call Matches();
{
  call LetRun(me, others);
  call Reset(me, others);
  call {:layer 6} born := Copy(0);
  call {:layer 6} view := Copy(MapConst(0));
  call {:layer 6} absRoot := Copy(MapConst(0));
  async call Collect(me);
}

yield procedure {:layer 6} ReadField({:linear} me: One Token, x: int, f: int, y: int)
refines atomic action {:layer 7} _
{
  assert Owns(me->val, x) && Owns(me->val, y) && IsField(f) && absRoot[x] != 0;
  absRoot[y] := absMem[absRoot[x]][f];
}
preserves call Matches();
{
  call CopyFromField(me, x, f, y);
  call {:layer 6} absRoot := Copy(absRoot[y := absMem[absRoot[x]][f]]);
}

yield procedure {:layer 6} WriteField({:linear} me: One Token, x: int, f: int, y: int)
refines atomic action {:layer 7} _
{
  assert Owns(me->val, x) && Owns(me->val, y) && IsField(f) && absRoot[x] != 0;
  absMem[absRoot[x]][f] := absRoot[y];
}
preserves call Matches();
{
  call Barrier(me, y);
  call Matches() | Shaded(me, y);
  call CopyToField(me, x, f, y);
  call {:layer 6} absMem := Copy(absMem[absRoot[x] := absMem[absRoot[x]][f := absRoot[y]]]);
}

yield procedure {:layer 6} Eq({:linear} me: One Token, x: int, y: int) returns (same: bool)
refines atomic action {:layer 7} _
{
  assert Owns(me->val, x) && Owns(me->val, y);
  same := absRoot[x] == absRoot[y];
}
preserves call Matches();
{
  call same := Compare(me, x, y);
}

// Here a mutator stops if it has to, and hears what the collector does. It might do so between any two operations.
yield procedure {:layer 6} Alloc({:linear} me: One Token, {:hide} {:linear} waiter: One Token, y: int)
refines atomic action {:layer 7} _
{
  assert Owns(me->val, y);
  born := born + 1;
  absMem[born] := MapConst(0);
  absRoot[y] := born;
}
requires {:layer 5, 6} IsMutator(me->val) && waiter->val == Waiter(me->val->i);
preserves call Matches();
{
  var a: int;
  call Safepoint(me, waiter);
  call Listen(me);
  call Matches();
  call a := TakeFree(me, y);
  call {:layer 6} born := Copy(born + 1);
  call {:layer 6} view := Copy(view[a := born]);
  call {:layer 6} home := Copy(home[born := a]);
  call {:layer 6} absMem := Copy(absMem[born := MapConst(0)]);
  call {:layer 6} absRoot := Copy(absRoot[y := born]);
}

function {:inline} Dark(c: Colour): bool { c is Grey || c is Black }

// Between barrier and write: while the barrier is on, what the pointer points to is not white, and stays so.
yield invariant {:layer 6} Shaded({:linear} me: One Token, y: int);
preserves Owns(me->val, y);
preserves heard[me->val->i] && InHeap(root[y]) ==> Dark(colour[root[y]]);

// What the collector knows. Mutators do not: each of these invariants has the collector's permission as a parameter.

function {:inline} AllHeard(heard: [int]bool, b: bool): bool
{
  (forall i: int :: {heard[i]} Numbered(i) ==> heard[i] == b)
}

yield invariant {:layer 6} Told({:linear} me: One Token, b: bool);
preserves me->val == Collector() && marking == b;

yield invariant {:layer 6} Phase({:linear} me: One Token, b: bool);
preserves me->val == Collector() && marking == b && AllHeard(heard, b);

// The heap is swept below s: what is not free lives. From there on, what is black lives. When marking is complete, s is
// 1; when sweeping is, and until marking begins again, it is size + 1.
yield invariant {:layer 6} Swept({:linear} me: One Token, s: int);
preserves me->val == Collector() && swept == s && 1 <= s && s <= size + 1;
preserves (forall a: int :: {colour[a]} {view[a]} InHeap(a) && a < s ==>
  !(colour[a] is Black) && (colour[a] is Free <==> view[a] == 0));
preserves (forall a: int :: {colour[a]} {view[a]} InHeap(a) && s <= a ==>
  !(colour[a] is Grey) && (colour[a] is Black <==> view[a] != 0));

// No black object points to a white one.
yield invariant {:layer 6} Marking({:linear} me: One Token);
preserves me->val == Collector() && swept == 1 && marking && AllHeard(heard, true);
preserves (forall a: int :: {colour[a]} {view[a]} InHeap(a) ==> (colour[a] is Free <==> view[a] == 0));
preserves (forall a, f: int :: {mem[a][f]} InHeap(a) && IsField(f) && colour[a] is Black && InHeap(mem[a][f]) ==>
  Dark(colour[mem[a][f]]));

// The first n fields of an object do not point to white ones.
yield invariant {:layer 6} Scanned({:linear} me: One Token, a: int, n: int);
preserves me->val == Collector() && marking && AllHeard(heard, true);
preserves 0 <= n && n <= fields && InHeap(a) && !(colour[a] is Free);
preserves (forall f: int :: {mem[a][f]} 0 <= f && f < n && InHeap(mem[a][f]) ==> Dark(colour[mem[a][f]]));

yield procedure {:layer 6} Collect({:linear} me: One Token)
requires call Matches();
requires call Stacked(me, 0);
requires call Swept(me, size + 1);
{
  while (*)
  invariant {:yields} true;
  invariant call Matches();
  invariant call Stacked(me, 0);
  invariant call Swept(me, size + 1);
  {
    call SetMarking(me, true);
    call Matches() | Swept(me, size + 1) | Told(me, true) | Pause5() | Stacked(me, 0);
    call WaitHeard(me, true);
    call Mark(me);
    call SetMarking(me, false);
    call Matches() | Swept(me, 1) | Told(me, false) | Pause5() | Stacked(me, 0);
    call WaitHeard(me, false);
    call Sweep(me);
  }
}

// When marking is complete, all white objects die at once. They are freed one by one later.
yield procedure {:layer 6} Mark({:linear} me: One Token)
preserves call Matches();
preserves call Stacked(me, 0);
requires call Phase(me, true);
requires call Swept(me, size + 1);
ensures call Swept(me, 1);
{
  var done: bool;
  call Rewind(me);
  while (true)
  invariant {:yields} true;
  invariant call Matches();
  invariant call Stacked(me, 0);
  invariant call Marking(me);
  {
    call done := Scan(me);
    if (done) {
      call {:layer 6} view := Copy((lambda a: int :: if InHeap(a) && colour[a] is White then 0 else view[a]));
      return;
    }
    call Trace(me);
  }
}

yield procedure {:layer 6} Trace({:linear} me: One Token)
preserves call Matches();
preserves call Stacked(me, 0);
preserves call Marking(me);
{
  var found: bool;
  var a, f, v: int;
  while (true)
  invariant {:yields} true;
  invariant call Matches();
  invariant call Stacked(me, 0);
  invariant call Marking(me);
  {
    call found, a := TakeGrey(me);
    if (!found) {
      return;
    }
    f := 0;
    while (f < fields)
    invariant {:yields} true;
    invariant call Matches();
    invariant call Stacked(me, a);
    invariant call Marking(me);
    invariant call Scanned(me, a, f);
    {
      call v := LoadField(me, a, f);
      if (InHeap(v)) {
        call ShadeByCollector(me, a, v);
      }
      f := f + 1;
    }
    call Blacken(me, a);
  }
}

yield procedure {:layer 6} Sweep({:linear} me: One Token)
preserves call Matches();
preserves call Stacked(me, 0);
requires call Phase(me, false);
requires call Swept(me, 1);
ensures call Swept(me, size + 1);
{
  var a: int;
  a := 1;
  while (a <= size)
  invariant {:yields} true;
  invariant call Matches();
  invariant call Stacked(me, 0);
  invariant call Phase(me, false);
  invariant call Swept(me, a);
  {
    call SweepOne(me, a);
    a := a + 1;
  }
}

// Layer 5: steps on roots, fields and colours -----------------------------------------------------------------------

// A mutator's own roots are movers for it, so an operation with one access to the heap is one step.

yield procedure {:layer 5} CopyFromField({:linear} me: One Token, x: int, f: int, y: int)
refines atomic action {:layer 6} _
{
  assert Owns(me->val, x) && Owns(me->val, y) && IsField(f) && InHeap(root[x]) && !(colour[root[x]] is Free);
  root[y] := mem[root[x]][f];
}
{
  var a, v: int;
  call a := LoadRoot(me, x);
  call v := LoadField(me, a, f);
  call StoreRoot(me, y, v);
}

yield procedure {:layer 5} CopyToField({:linear} me: One Token, x: int, f: int, y: int)
refines atomic action {:layer 6} _
{
  assert Owns(me->val, x) && Owns(me->val, y) && IsField(f) && InHeap(root[x]) && !(colour[root[x]] is Free);
  mem[root[x]][f] := root[y];
}
{
  var a, v: int;
  call a := LoadRoot(me, x);
  call v := LoadRoot(me, y);
  call StoreField(me, a, f, v);
}

yield procedure {:layer 5} Compare({:linear} me: One Token, x: int, y: int) returns (same: bool)
refines atomic action {:layer 6} _
{
  assert Owns(me->val, x) && Owns(me->val, y);
  same := root[x] == root[y];
}
{
  var a, b: int;
  call a := LoadRoot(me, x);
  call b := LoadRoot(me, y);
  same := a == b;
}

// The copy of the flag is the mutator's own, too.
yield procedure {:layer 5} Barrier({:linear} me: One Token, y: int)
refines atomic action {:layer 6} _
{
  assert Owns(me->val, y);
  if (heard[me->val->i] && InHeap(root[y]) && colour[root[y]] is White) {
    colour[root[y]] := Grey();
  }
}
{
  var on: bool;
  var a: int;
  call on := MyHeard(me);
  if (on) {
    call a := LoadRoot(me, y);
    if (InHeap(a)) {
      call Shade(me, a);
    }
  }
}

// Searches for a free place, again and again until there is one.
yield procedure {:layer 5} TakeFree({:linear} me: One Token, y: int) returns (a: int)
refines atomic action {:layer 6} _
{
  var cleared: [int]int;
  assert Owns(me->val, y);
  assume InHeap(a) && colour[a] is Free;
  assume (forall f: int :: {cleared[f]} IsField(f) ==> cleared[f] == 0);
  mem[a] := cleared;
  colour[a] := if a < swept then White() else Black();
  root[y] := a;
}
{
  var done: bool;
  a := 1;
  while (true)
  invariant {:yields} true;
  {
    if (InHeap(a)) {
      call done := Claim(me, a);
      if (done) {
        call StoreRoot(me, y, a);
        return;
      }
      a := a + 1;
    } else {
      a := 1;
    }
  }
}

// A yield at one layer, with nothing to keep. There is one for each layer that needs it.
yield invariant {:layer 5} Pause5();

yield invariant {:layer 5} Parked({:linear} waiter: One Token);
preserves waiter->val is Waiter && Map_Contains(parked, One(Mutator(waiter->val->i)));

// A mutator that stops has no permission to work until it has taken it back.
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

yield procedure {:layer 5} LetRun({:linear} me: One Token, {:linear} others: UnitMap (One Token))
requires {:layer 5} Alone(me, others);
{
  call ClearHalt(me, others);
}

yield invariant {:layer 5} Halted({:linear} me: One Token);
preserves me->val == Collector() && halt;

// All mutators have stopped: from then on everything the collector does is a left mover, until it lets them run again.
yield procedure {:layer 5} Scan({:linear} me: One Token) returns (done: bool)
refines atomic action {:layer 6} _
{
  var shaded: [int]Colour;
  assert me->val == Collector();
  assert (forall r: int :: {root[r]} IsRoot(r) && InHeap(root[r]) ==> !(colour[root[r]] is Free));
  assume (forall a: int :: {shaded[a]} shaded[a] == colour[a] || (colour[a] is White && shaded[a] is Grey));
  assume (forall r: int :: {root[r]} IsRoot(r) && InHeap(root[r]) ==> !(shaded[root[r]] is White));
  colour := shaded;
  done := (forall a: int :: {colour[a]} InHeap(a) ==> !(colour[a] is Grey));
}
preserves call Stacked(me, 0);
{
  var r, a: int;
  var {:layer 5} before: [int]Colour;
  call Halt(me);
  call Halted(me) | Stacked(me, 0);
  call WaitParked(me);
  call {:layer 5} before := Copy(colour);
  r := 0;
  while (r < roots)
  invariant {:yields} {:layer 4} true;
  invariant call Stacked(me, 0);
  invariant {:layer 5} 0 <= r && r <= roots;
  invariant {:layer 5} (forall b: int :: {colour[b]}
    colour[b] == before[b] || (before[b] is White && colour[b] is Grey));
  invariant {:layer 5} (forall q: int :: {root[q]}
    0 <= q && q < r && InHeap(root[q]) ==> !(colour[root[q]] is White));
  {
    call a := LoadRootStopped(me, r);
    if (InHeap(a)) {
      call ShadeByCollector(me, 0, a);
    }
    r := r + 1;
  }
  call done := NoGrey(me);
  call Unhalt(me);
}

// Layer 4: grey objects are those on the stack ----------------------------------------------------------------------

yield invariant {:layer 4} Pause4();

// The collector may have taken one grey object off the stack: it holds it, until the object is black.
yield invariant {:layer 4} Stacked({:linear} me: One Token, held: int);
preserves me->val == Collector() && 0 <= top;
preserves (forall k: int :: {stack[k]} 0 <= k && k < top ==>
  InHeap(stack[k]) && colour[stack[k]] is Grey && place[stack[k]] == k && stack[k] != held);
preserves (forall a: int :: {colour[a]} InHeap(a) && colour[a] is Grey ==>
  a == held || (0 <= place[a] && place[a] < top && stack[place[a]] == a));
preserves held == 0 || (InHeap(held) && colour[held] is Grey);

// Looks without the lock first. Most of the time the object is not white, and nothing is left to do.
yield procedure {:layer 4} Shade({:linear} me: One Token, a: int)
refines atomic action {:layer 5} _
{
  assert IsMutator(me->val) && InHeap(a);
  if (colour[a] is White) {
    colour[a] := Grey();
  }
}
{
  var c: Colour;
  var pushed: bool;
  call c := PeekColour(me, a);
  if (c is White) {
    call Pause4() | Pause3();
    call pushed := Push(me, a);
    call {:layer 4} place := Copy(if pushed then place[a := top - 1] else place);
  }
}

// A left mover: only the collector makes white what is not free.
yield procedure {:layer 4} ShadeByCollector({:linear} me: One Token, held: int, a: int)
refines left action {:layer 5, 6} _
{
  assert me->val == Collector() && InHeap(a) && !(colour[a] is Free);
  if (colour[a] is White) {
    colour[a] := Grey();
  }
}
preserves call Stacked(me, held);
{
  var pushed: bool;
  call pushed := Push(me, a);
  call {:layer 4} place := Copy(if pushed then place[a := top - 1] else place);
}

yield procedure {:layer 4} TakeGrey({:linear} me: One Token) returns (found: bool, a: int)
refines atomic action {:layer 5, 6} _
{
  assert me->val == Collector();
  if (found) {
    assume InHeap(a) && colour[a] is Grey;
  }
}
requires call Stacked(me, 0);
ensures call Stacked(me, if found then a else 0);
{
  call found, a := Pop(me);
}

// The assertion names a grey object, if there is one.
yield procedure {:layer 4} NoGrey({:linear} me: One Token) returns (none: bool)
refines left action {:layer 5} _
{
  assert me->val == Collector() && Stopped(halt, parked);
  none := (forall a: int :: {colour[a]} InHeap(a) ==> !(colour[a] is Grey));
}
preserves call Stacked(me, 0);
{
  call none := IsEmpty(me);
  assert {:layer 4} top > 0 ==> colour[stack[top - 1]] is Grey;
}

yield procedure {:layer 4} Reset({:linear} me: One Token, {:linear} others: UnitMap (One Token))
refines atomic action {:layer 5, 6} _
{
  assert Alone(me, others);
  havoc root, colour, heard;
  assume (forall r: int :: {root[r]} IsRoot(r) ==> root[r] == 0);
  assume (forall a: int :: {colour[a]} InHeap(a) ==> colour[a] is Free);
  assume AllHeard(heard, false);
  marking := false;
  swept := size + 1;
}
ensures call Stacked(me, 0);
{
  call Clear(me, others);
}

// Layer 3: waiting for the mutators ---------------------------------------------------------------------------------

yield invariant {:layer 3} Pause3();

// The mutators before the n-th have heard. They keep to it, because the flag does not change meanwhile.
yield invariant {:layer 3} Hearing({:linear} me: One Token, b: bool, n: int);
preserves me->val == Collector() && marking == b && 1 <= n;
preserves (forall i: int :: {heard[i]} Numbered(i) && i < n ==> heard[i] == b);

yield procedure {:layer 3} WaitHeard({:linear} me: One Token, b: bool)
refines atomic action {:layer 4, 6} _
{
  assert me->val == Collector() && marking == b;
  assume AllHeard(heard, b);
}
requires call Hearing(me, b, 1);
{
  var i: int;
  var h: bool;
  i := 1;
  while (i <= mutators)
  invariant {:yields} true;
  invariant call Hearing(me, b, i);
  {
    call h := LoadHeard(me, i);
    if (h == b) {
      i := i + 1;
    }
  }
}

// The mutators before the n-th have stopped. They stay so, because `halt` does not change meanwhile.
yield invariant {:layer 3} Parking({:linear} me: One Token, n: int);
preserves me->val == Collector() && halt;
preserves (forall i: int :: {One(Mutator(i))} Numbered(i) && i < n ==> Map_Contains(parked, One(Mutator(i))));

yield procedure {:layer 3} WaitParked({:linear} me: One Token)
refines atomic action {:layer 4, 5} _
{
  assert me->val == Collector() && halt;
  assume Stopped(halt, parked);
}
requires call Parking(me, 1);
{
  var i: int;
  var p: bool;
  i := 1;
  while (i <= mutators)
  invariant {:yields} true;
  invariant call Parking(me, i);
  {
    call p := LoadParked(i);
    if (p) {
      i := i + 1;
    }
  }
}

// Layer 2: what is done under the lock ------------------------------------------------------------------------------

// Between taking the lock and giving it back, at most one access is not a mover. Storing a colour is not, because
// others look at colours without the lock.

yield procedure {:layer 2} Push({:linear} me: One Token, a: int) returns (pushed: bool)
refines atomic action {:layer 3, 4} _
{
  assert Known(me->val) && InHeap(a);
  pushed := colour[a] is White;
  if (pushed) {
    colour[a] := Grey();
    stack[top] := a;
    top := top + 1;
  }
}
{
  var c: Colour;
  var n: int;
  call Acquire(me);
  call c := LoadColour(me, a);
  pushed := c is White;
  if (pushed) {
    call StoreColour(me, a, Grey());
    call n := LoadTop(me);
    call StoreStack(me, n, a);
    call StoreTop(me, n + 1);
  }
  call Release(me);
}

yield procedure {:layer 2} Pop({:linear} me: One Token) returns (found: bool, a: int)
refines atomic action {:layer 3, 4} _
{
  assert me->val == Collector();
  found := top > 0;
  if (found) {
    top := top - 1;
    a := stack[top];
  }
}
{
  var n: int;
  call Acquire(me);
  call n := LoadTop(me);
  found := n > 0;
  if (found) {
    call a := LoadStack(me, n - 1);
    call StoreTop(me, n - 1);
  }
  call Release(me);
}

yield procedure {:layer 2} IsEmpty({:linear} me: One Token) returns (empty: bool)
refines atomic action {:layer 3, 4} _
{
  assert me->val == Collector();
  empty := top <= 0;
}
{
  var n: int;
  call Acquire(me);
  call n := LoadTop(me);
  empty := n <= 0;
  call Release(me);
}

yield procedure {:layer 2} Blacken({:linear} me: One Token, a: int)
refines atomic action {:layer 3, 6} _
{
  assert me->val == Collector() && InHeap(a);
  colour[a] := Black();
}
{
  call Acquire(me);
  call StoreColour(me, a, Black());
  call Release(me);
}

yield procedure {:layer 2} Rewind({:linear} me: One Token)
refines atomic action {:layer 3, 6} _
{
  assert me->val == Collector();
  swept := 1;
}
{
  call Acquire(me);
  call StoreSwept(me, 1);
  call Release(me);
}

yield procedure {:layer 2} SweepOne({:linear} me: One Token, a: int)
refines atomic action {:layer 3, 6} _
{
  assert me->val == Collector() && InHeap(a);
  colour[a] := if colour[a] is White then Free() else if colour[a] is Black then White() else colour[a];
  swept := a + 1;
}
{
  var c: Colour;
  call Acquire(me);
  call c := LoadColour(me, a);
  if (c is White) {
    call StoreColour(me, a, Free());
  } else if (c is Black) {
    call StoreColour(me, a, White());
  }
  call StoreSwept(me, a + 1);
  call Release(me);
}

// The fields are cleared before the place is coloured: as long as it is free nobody else looks at them.
yield procedure {:layer 2} Claim({:linear} me: One Token, a: int) returns (done: bool)
refines atomic action {:layer 3, 5} _
{
  var cleared: [int]int;
  assert IsMutator(me->val) && InHeap(a);
  done := colour[a] is Free;
  if (done) {
    assume (forall f: int :: {cleared[f]} IsField(f) ==> cleared[f] == 0);
    mem[a] := cleared;
    colour[a] := if a < swept then White() else Black();
  }
}
{
  var c: Colour;
  var f, s: int;
  var {:layer 2} before: [int][int]int;
  call Acquire(me);
  call c := LoadColour(me, a);
  done := c is Free;
  if (done) {
    call {:layer 2} before := Copy(mem);
    f := 0;
    while (f < fields)
    invariant {:yields} {:layer 1} true;
    invariant {:layer 2} 0 <= f && mem == before[a := mem[a]];
    invariant {:layer 2} (forall g: int :: {mem[a][g]} 0 <= g && g < f ==> mem[a][g] == 0);
    {
      call ClearField(me, a, f);
      f := f + 1;
    }
    call s := LoadSwept(me);
    call StoreColour(me, a, if a < s then White() else Black());
  }
  call Release(me);
}

yield procedure {:layer 2} SetMarking({:linear} me: One Token, b: bool)
refines atomic action {:layer 3, 6} _
{
  assert me->val == Collector();
  marking := b;
}
{
  call Acquire(me);
  call StoreMarking(me, b);
  call Release(me);
}

yield procedure {:layer 2} Listen({:linear} me: One Token)
refines atomic action {:layer 3, 6} _
{
  assert IsMutator(me->val);
  heard[me->val->i] := marking;
}
{
  var b: bool;
  call Acquire(me);
  call b := LoadMarking(me);
  call StoreHeard(me, b);
  call Release(me);
}

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

// A left mover: who waits for it comes later, and who asks meanwhile does not rely on the answer.
yield procedure {:layer 2} Unhalt({:linear} me: One Token)
refines left action {:layer 3, 5} _
{
  assert me->val == Collector() && halt;
  halt := false;
}
{
  call Acquire(me);
  call StoreHalt(me, false);
  call Release(me);
}

// Looks at `halt` and clears its own bit under the same lock. Else the collector might begin the next scan in between,
// find the bit still set, and take the mutator for stopped while it runs.
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
    if (!stop) {
      break;
    }
    call Release(waiter);
  }
  call Unpark(waiter, me);
  call Release(waiter);
}

yield procedure {:layer 2} ClearHalt({:linear} me: One Token, {:linear} others: UnitMap (One Token))
refines atomic action {:layer 3, 5} _
{
  assert Alone(me, others);
  halt := false;
}
{
  call Acquire(me);
  call StoreHalt(me, false);
  call Release(me);
}

// As long as the permissions of all mutators are here, every access is a mover.
yield procedure {:layer 2} Clear({:linear} me: One Token, {:linear} others: UnitMap (One Token))
refines atomic action {:layer 3, 4} _
{
  assert Alone(me, others);
  havoc root, colour, heard;
  assume (forall r: int :: {root[r]} IsRoot(r) ==> root[r] == 0);
  assume (forall a: int :: {colour[a]} InHeap(a) ==> colour[a] is Free);
  assume AllHeard(heard, false);
  marking := false;
  swept := size + 1;
  top := 0;
}
{
  var n: int;
  n := 0;
  while (n < roots)
  invariant {:yields} {:layer 1} true;
  invariant {:layer 2} 0 <= n && (forall r: int :: {root[r]} 0 <= r && r < n ==> root[r] == 0);
  {
    call InitRoot(me, others, n);
    n := n + 1;
  }
  n := 1;
  while (n <= size)
  invariant {:yields} {:layer 1} true;
  invariant {:layer 2} 1 <= n && (forall a: int :: {colour[a]} 1 <= a && a < n ==> colour[a] is Free);
  {
    call InitColour(me, others, n);
    n := n + 1;
  }
  n := 1;
  while (n <= mutators)
  invariant {:yields} {:layer 1} true;
  invariant {:layer 2} 1 <= n && (forall i: int :: {heard[i]} 1 <= i && i < n ==> !heard[i]);
  {
    call InitHeard(me, others, n);
    n := n + 1;
  }
  call Acquire(me);
  call StoreTop(me, 0);
  call StoreSwept(me, size + 1);
  call StoreMarking(me, false);
  call Release(me);
}

// Layer 1: loads and stores as movers -------------------------------------------------------------------------------

yield procedure {:layer 1} Acquire({:linear} me: One Token)
refines right action {:layer 2} _ { assume lock == None(); lock := Some(me->val); }
{
  var done: bool;
  while (true)
  invariant {:yields} true;
  {
    call done := RawSwapLock(me->val);
    if (done) {
      return;
    }
  }
}

yield procedure {:layer 1} Release({:linear} me: One Token)
refines left action {:layer 2} _ { assert lock == Some(me->val); lock := None(); }
{ call RawClearLock(); }

// For the thread that holds the lock.

yield procedure {:layer 1} LoadColour({:linear} me: One Token, a: int) returns (c: Colour)
refines both action {:layer 2} _ { assert Holds(lock, me->val) && InHeap(a); c := colour[a]; }
{ call c := RawLoadColour(a); }

yield procedure {:layer 1} StoreColour({:linear} me: One Token, a: int, c: Colour)
refines atomic action {:layer 2} _ { assert Holds(lock, me->val) && InHeap(a); colour[a] := c; }
{ call RawStoreColour(a, c); }

yield procedure {:layer 1} LoadTop({:linear} me: One Token) returns (n: int)
refines both action {:layer 2} _ { assert Holds(lock, me->val); n := top; }
{ call n := RawLoadTop(); }

yield procedure {:layer 1} StoreTop({:linear} me: One Token, n: int)
refines both action {:layer 2} _ { assert Holds(lock, me->val); top := n; }
{ call RawStoreTop(n); }

yield procedure {:layer 1} LoadStack({:linear} me: One Token, n: int) returns (a: int)
refines both action {:layer 2} _ { assert Holds(lock, me->val); a := stack[n]; }
{ call a := RawLoadStack(n); }

yield procedure {:layer 1} StoreStack({:linear} me: One Token, n: int, a: int)
refines both action {:layer 2} _ { assert Holds(lock, me->val); stack[n] := a; }
{ call RawStoreStack(n, a); }

yield procedure {:layer 1} LoadSwept({:linear} me: One Token) returns (s: int)
refines both action {:layer 2} _ { assert Holds(lock, me->val); s := swept; }
{ call s := RawLoadSwept(); }

yield procedure {:layer 1} StoreSwept({:linear} me: One Token, s: int)
refines both action {:layer 2} _ { assert Holds(lock, me->val); swept := s; }
{ call RawStoreSwept(s); }

yield procedure {:layer 1} LoadMarking({:linear} me: One Token) returns (b: bool)
refines both action {:layer 2} _ { assert Holds(lock, me->val); b := marking; }
{ call b := RawLoadMarking(); }

yield procedure {:layer 1} StoreMarking({:linear} me: One Token, b: bool)
refines both action {:layer 2} _ { assert Holds(lock, me->val); marking := b; }
{ call RawStoreMarking(b); }

yield procedure {:layer 1} LoadHalt({:linear} me: One Token) returns (b: bool)
refines both action {:layer 2} _ { assert Holds(lock, me->val); b := halt; }
{ call b := RawLoadHalt(); }

yield procedure {:layer 1} StoreHalt({:linear} me: One Token, b: bool)
refines both action {:layer 2} _ { assert Holds(lock, me->val) && me->val == Collector(); halt := b; }
{ call RawStoreHalt(b); }

yield procedure {:layer 1} ClearField({:linear} me: One Token, a: int, f: int)
refines both action {:layer 2} _
{
  assert Holds(lock, me->val) && InHeap(a) && IsField(f) && colour[a] is Free;
  mem[a][f] := 0;
}
{ call RawStoreField(a, f, 0); }

yield procedure {:layer 1} Unpark({:linear} waiter: One Token, {:linear_out} me: One Token)
refines atomic action {:layer 2} _
{
  assert Holds(lock, waiter->val) && !halt;
  call One_Get(parked, me);
}
{ call RawUnpark(me); }

// For a mutator: what is its own.

yield procedure {:layer 1} LoadRoot({:linear} me: One Token, r: int) returns (a: int)
refines both action {:layer 2, 5} _ { assert Owns(me->val, r); a := root[r]; }
{ call a := RawLoadRoot(r); }

yield procedure {:layer 1} StoreRoot({:linear} me: One Token, r: int, a: int)
refines both action {:layer 2, 5} _ { assert Owns(me->val, r); root[r] := a; }
{ call RawStoreRoot(r, a); }

yield procedure {:layer 1} MyHeard({:linear} me: One Token) returns (b: bool)
refines both action {:layer 2, 5} _ { assert IsMutator(me->val); b := heard[me->val->i]; }
{ call b := RawLoadHeard(me->val->i); }

// No mover, because the collector looks at it.
yield procedure {:layer 1} StoreHeard({:linear} me: One Token, b: bool)
refines atomic action {:layer 2} _ { assert IsMutator(me->val); heard[me->val->i] := b; }
{ call RawStoreHeard(me->val->i, b); }

// For the collector: what belongs to mutators.

yield procedure {:layer 1} LoadRootStopped({:linear} me: One Token, r: int) returns (a: int)
refines left action {:layer 2, 5} _
{
  assert me->val == Collector() && IsRoot(r) && Stopped(halt, parked);
  a := root[r];
}
{ call a := RawLoadRoot(r); }

yield procedure {:layer 1} LoadHeard({:linear} me: One Token, i: int) returns (b: bool)
refines atomic action {:layer 2, 3} _ { assert me->val == Collector() && Numbered(i); b := heard[i]; }
{ call b := RawLoadHeard(i); }

// For everybody, at any time.

yield procedure {:layer 1} LoadField({:linear} me: One Token, a: int, f: int) returns (v: int)
refines atomic action {:layer 2, 6} _
{
  assert Known(me->val) && InHeap(a) && IsField(f) && !(colour[a] is Free);
  v := mem[a][f];
}
{ call v := RawLoadField(a, f); }

yield procedure {:layer 1} StoreField({:linear} me: One Token, a: int, f: int, v: int)
refines atomic action {:layer 2, 5} _
{
  assert Known(me->val) && InHeap(a) && IsField(f) && !(colour[a] is Free);
  mem[a][f] := v;
}
{ call RawStoreField(a, f, v); }

yield procedure {:layer 1} PeekColour({:linear} me: One Token, a: int) returns (c: Colour)
refines atomic action {:layer 2, 4} _ { assert IsMutator(me->val) && InHeap(a); c := colour[a]; }
{ call c := RawLoadColour(a); }

// It does not matter whether a mutator sees at once that it has to stop.
yield procedure {:layer 1} PollHalt() returns (b: bool)
refines both action {:layer 2, 5} _ { }
{ call b := RawLoadHalt(); }

// For the collector, before anybody else runs.

yield procedure {:layer 1} InitRoot({:linear} me: One Token, {:linear} others: UnitMap (One Token), r: int)
refines both action {:layer 2} _ { assert Alone(me, others) && IsRoot(r); root[r] := 0; }
{ call RawStoreRoot(r, 0); }

yield procedure {:layer 1} InitColour({:linear} me: One Token, {:linear} others: UnitMap (One Token), a: int)
refines both action {:layer 2} _ { assert Alone(me, others) && InHeap(a); colour[a] := Free(); }
{ call RawStoreColour(a, Free()); }

yield procedure {:layer 1} InitHeard({:linear} me: One Token, {:linear} others: UnitMap (One Token), i: int)
refines both action {:layer 2} _ { assert Alone(me, others) && Numbered(i); heard[i] := false; }
{ call RawStoreHeard(i, false); }

// Layer 0: the machine ----------------------------------------------------------------------------------------------

// One access to memory each. The gates say that no access is outside of what there is.

yield procedure {:layer 0} RawSwapLock(new: Token) returns (done: bool);
refines atomic action {:layer 1} _ { done := lock == None(); if (done) { lock := Some(new); } }

yield procedure {:layer 0} RawClearLock();
refines atomic action {:layer 1} _ { lock := None(); }

yield procedure {:layer 0} RawLoadRoot(r: int) returns (a: int);
refines atomic action {:layer 1} _ { assert IsRoot(r); a := root[r]; }

yield procedure {:layer 0} RawStoreRoot(r: int, a: int);
refines atomic action {:layer 1} _ { assert IsRoot(r); root[r] := a; }

yield procedure {:layer 0} RawLoadColour(a: int) returns (c: Colour);
refines atomic action {:layer 1} _ { assert InHeap(a); c := colour[a]; }

yield procedure {:layer 0} RawStoreColour(a: int, c: Colour);
refines atomic action {:layer 1} _ { assert InHeap(a); colour[a] := c; }

yield procedure {:layer 0} RawLoadHeard(i: int) returns (b: bool);
refines atomic action {:layer 1} _ { assert Numbered(i); b := heard[i]; }

yield procedure {:layer 0} RawStoreHeard(i: int, b: bool);
refines atomic action {:layer 1} _ { assert Numbered(i); heard[i] := b; }

yield procedure {:layer 0} RawLoadStack(n: int) returns (a: int);
refines atomic action {:layer 1} _ { a := stack[n]; }

yield procedure {:layer 0} RawStoreStack(n: int, a: int);
refines atomic action {:layer 1} _ { stack[n] := a; }

yield procedure {:layer 0} RawLoadField(a: int, f: int) returns (v: int);
refines atomic action {:layer 1} _ { assert InHeap(a) && IsField(f); v := mem[a][f]; }

yield procedure {:layer 0} RawStoreField(a: int, f: int, v: int);
refines atomic action {:layer 1} _ { assert InHeap(a) && IsField(f); mem[a][f] := v; }

yield procedure {:layer 0} RawLoadTop() returns (n: int);
refines atomic action {:layer 1} _ { n := top; }

yield procedure {:layer 0} RawStoreTop(n: int);
refines atomic action {:layer 1} _ { top := n; }

yield procedure {:layer 0} RawLoadSwept() returns (s: int);
refines atomic action {:layer 1} _ { s := swept; }

yield procedure {:layer 0} RawStoreSwept(s: int);
refines atomic action {:layer 1} _ { swept := s; }

yield procedure {:layer 0} RawLoadMarking() returns (b: bool);
refines atomic action {:layer 1} _ { b := marking; }

yield procedure {:layer 0} RawStoreMarking(b: bool);
refines atomic action {:layer 1} _ { marking := b; }

yield procedure {:layer 0} RawLoadHalt() returns (b: bool);
refines atomic action {:layer 1} _ { b := halt; }

yield procedure {:layer 0} RawStoreHalt(b: bool);
refines atomic action {:layer 1} _ { halt := b; }

yield procedure {:layer 0} LoadParked(i: int) returns (b: bool);
refines atomic action {:layer 1, 3} _ { b := Map_Contains(parked, One(Mutator(i))); }

yield procedure {:layer 0} Park({:linear_in} me: One Token);
refines atomic action {:layer 1, 5} _ { call One_Put(parked, me); }

yield procedure {:layer 0} RawUnpark({:linear_out} me: One Token);
refines atomic action {:layer 1} _ { call One_Get(parked, me); }
