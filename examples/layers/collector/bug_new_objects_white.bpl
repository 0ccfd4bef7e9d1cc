// New objects are white, wherever they are. One that is made after marking and lies before the sweep is freed by it.

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

datatype Token { Collector(), Mutator(i: int), Waiter(i: int) }

function {:inline} IsMutator(t: Token): bool { t is Mutator && Numbered(t->i) }
function {:inline} Owns(t: Token, r: int): bool { IsMutator(t) && IsRoot(r) && Owner(r) == t->i }

datatype Colour { Free(), White(), Grey(), Black() }

var {:layer 0, 6} root: [int]int;
var {:layer 0, 6} mem: [int][int]int;
var {:layer 0, 6} colour: [int]Colour;
var {:layer 0, 6} swept: int;
var {:layer 0, 6} marking: bool;
var {:layer 0, 6} heard: [int]bool;
var {:layer 6, 6} view: [int]int;
var {:layer 6, 6} home: [int]int;
var {:layer 6, 7} born: int;
var {:layer 6, 7} absRoot: [int]int;
var {:layer 6, 7} absMem: [int][int]int;

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

yield procedure {:layer 6} Alloc({:linear} me: One Token, y: int)
//                         ^^^^^ non-interference
refines atomic action {:layer 7} _
{
  assert Owns(me->val, y);
  born := born + 1;
  absMem[born] := MapConst(0);
  absRoot[y] := born;
}
preserves call Matches();
{
  var a: int;
  call Listen(me);
  call Matches();
  call a := TakeFree(me, y);
  call {:layer 6} born := Copy(born + 1);
  call {:layer 6} view := Copy(view[a := born]);
  call {:layer 6} home := Copy(home[born := a]);
  call {:layer 6} absMem := Copy(absMem[born := MapConst(0)]);
  call {:layer 6} absRoot := Copy(absRoot[y := born]);
}

function {:inline} AllHeard(heard: [int]bool, b: bool): bool
{
  (forall i: int :: {heard[i]} Numbered(i) ==> heard[i] == b)
}

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

yield procedure {:layer 6} Sweep({:linear} me: One Token)
preserves call Matches();
requires call Phase(me, false);
requires call Swept(me, 1);
ensures call Swept(me, size + 1);
{
  var a: int;
  a := 1;
  while (a <= size)
  invariant {:yields} true;
  invariant call Matches();
  invariant call Phase(me, false);
  invariant call Swept(me, a);
  {
    call SweepOne(me, a);
    a := a + 1;
  }
}

yield procedure {:layer 5} TakeFree({:linear} me: One Token, y: int) returns (a: int);
refines atomic action {:layer 6} _
{
  var cleared: [int]int;
  assert Owns(me->val, y);
  assume InHeap(a) && colour[a] is Free;
  assume (forall f: int :: {cleared[f]} IsField(f) ==> cleared[f] == 0);
  mem[a] := cleared;
  colour[a] := White();
  root[y] := a;
}

yield procedure {:layer 2} SweepOne({:linear} me: One Token, a: int);
refines atomic action {:layer 3, 6} _
{
  assert me->val == Collector() && InHeap(a);
  colour[a] := if colour[a] is White then Free() else if colour[a] is Black then White() else colour[a];
  swept := a + 1;
}

yield procedure {:layer 2} Listen({:linear} me: One Token);
refines atomic action {:layer 3, 6} _
{
  assert IsMutator(me->val);
  heard[me->val->i] := marking;
}
