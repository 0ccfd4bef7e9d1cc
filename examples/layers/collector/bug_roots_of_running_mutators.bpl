// The collector reads the roots without stopping the mutators.

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
{
  var r, a: int;
  var {:layer 5} before: [int]Colour;
  call {:layer 5} before := Copy(colour);
  r := 0;
  while (r < roots)
  invariant {:yields} {:layer 4} true;
  invariant {:layer 5} 0 <= r && r <= roots;
  invariant {:layer 5} (forall b: int :: {colour[b]}
    colour[b] == before[b] || (before[b] is White && colour[b] is Grey));
  invariant {:layer 5} (forall q: int :: {root[q]}
    0 <= q && q < r && InHeap(root[q]) ==> !(colour[root[q]] is White));
  {
    call a := LoadRootStopped(me, r);
    if (InHeap(a)) {
      call ShadeByCollector(me, a);
    }
    r := r + 1;
  }
  call done := NoGrey(me);
}

yield procedure {:layer 4} ShadeByCollector({:linear} me: One Token, a: int);
refines left action {:layer 5, 6} _
{
  assert me->val == Collector() && InHeap(a) && !(colour[a] is Free);
  if (colour[a] is White) {
    colour[a] := Grey();
  }
}

yield procedure {:layer 4} NoGrey({:linear} me: One Token) returns (none: bool);
refines left action {:layer 5} _
{
  assert me->val == Collector();
  none := (forall a: int :: {colour[a]} InHeap(a) ==> !(colour[a] is Grey));
}

yield procedure {:layer 1} LoadRoot({:linear} me: One Token, r: int) returns (a: int);
refines both action {:layer 2, 5} _ { assert Owns(me->val, r); a := root[r]; }

yield procedure {:layer 1} StoreRoot({:linear} me: One Token, r: int, a: int);
refines both action {:layer 2, 5} _ { assert Owns(me->val, r); root[r] := a; }
//                                ^ commutativity

yield procedure {:layer 1} LoadRootStopped({:linear} me: One Token, r: int) returns (a: int);
refines left action {:layer 2, 5} _
//                                ^ commutativity
{
  assert me->val == Collector() && IsRoot(r);
  a := root[r];
}

yield procedure {:layer 1} LoadField({:linear} me: One Token, a: int, f: int) returns (v: int);
refines atomic action {:layer 2, 6} _
{
  assert Known(me->val) && InHeap(a) && IsField(f) && !(colour[a] is Free);
  v := mem[a][f];
}
