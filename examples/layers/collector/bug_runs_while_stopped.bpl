// A mutator tells the collector that it has stopped, and runs on.

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

function {:inline} Known(t: Token): bool { t is Collector || Numbered(t->i) }
function {:inline} IsMutator(t: Token): bool { t is Mutator && Numbered(t->i) }
function {:inline} Owns(t: Token, r: int): bool { IsMutator(t) && IsRoot(r) && Owner(r) == t->i }

datatype Colour { Free(), White(), Grey(), Black() }

var {:layer 0, 6} root: [int]int;
var {:layer 0, 6} mem: [int][int]int;
var {:layer 0, 6} colour: [int]Colour;
var {:layer 0, 5} {:linear} parked: UnitMap (One Token);

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

yield procedure {:layer 5} Safepoint({:linear} me: One Token, {:linear} waiter: One Token)
requires {:layer 5} IsMutator(me->val) && waiter->val == Waiter(me->val->i);
{
  var stop: bool;
  call stop := PollHalt();
  if (stop) {
    call Park(me);
    return;
//  ^^^^^^^ linear-result
  }
}

yield procedure {:layer 1} LoadRoot({:linear} me: One Token, r: int) returns (a: int);
refines both action {:layer 2, 5} _ { assert Owns(me->val, r); a := root[r]; }

yield procedure {:layer 1} StoreRoot({:linear} me: One Token, r: int, a: int);
refines both action {:layer 2, 5} _ { assert Owns(me->val, r); root[r] := a; }

yield procedure {:layer 1} LoadField({:linear} me: One Token, a: int, f: int) returns (v: int);
refines atomic action {:layer 2, 6} _
{
  assert Known(me->val) && InHeap(a) && IsField(f) && !(colour[a] is Free);
  v := mem[a][f];
}

yield procedure {:layer 1} PollHalt() returns (b: bool);
refines both action {:layer 2, 5} _ { }

yield procedure {:layer 0} Park({:linear_in} me: One Token);
refines atomic action {:layer 1, 5} _ { call One_Put(parked, me); }
