// The loop over the fields keeps no invariant of those it has looked at. At its end nothing is known of any of them.

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

datatype Token { Collector(), Mutator(i: int), Waiter(i: int) }

function {:inline} Known(t: Token): bool { t is Collector || Numbered(t->i) }

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

function {:inline} Dark(c: Colour): bool { c is Grey || c is Black }

function {:inline} AllHeard(heard: [int]bool, b: bool): bool
{
  (forall i: int :: {heard[i]} Numbered(i) ==> heard[i] == b)
}

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

yield procedure {:layer 6} Trace({:linear} me: One Token)
preserves call Matches();
preserves call Marking(me);
{
  var found: bool;
  var a, f, v: int;
  while (true)
  invariant {:yields} true;
  invariant call Matches();
  invariant call Marking(me);
//          ^^^^^^^^^^^^^^^^ yield-invariant
  {
    call found, a := TakeGrey(me);
    if (!found) {
      return;
    }
    f := 0;
    while (f < fields)
    invariant {:yields} true;
    invariant call Matches();
    invariant call Marking(me);
    invariant call Scanned(me, a, 0);
    invariant {:layer 6} 0 <= f && f <= fields;
    {
      call v := LoadField(me, a, f);
      if (InHeap(v)) {
        call ShadeByCollector(me, v);
      }
      f := f + 1;
    }
    call Blacken(me, a);
  }
}

yield procedure {:layer 4} ShadeByCollector({:linear} me: One Token, a: int);
refines left action {:layer 5, 6} _
{
  assert me->val == Collector() && InHeap(a) && !(colour[a] is Free);
  if (colour[a] is White) {
    colour[a] := Grey();
  }
}

yield procedure {:layer 4} TakeGrey({:linear} me: One Token) returns (found: bool, a: int);
refines atomic action {:layer 5, 6} _
{
  assert me->val == Collector();
  if (found) {
    assume InHeap(a) && colour[a] is Grey;
  }
}

yield procedure {:layer 2} Blacken({:linear} me: One Token, a: int);
refines atomic action {:layer 3, 6} _
{
  assert me->val == Collector() && InHeap(a);
  colour[a] := Black();
}

yield procedure {:layer 1} LoadField({:linear} me: One Token, a: int, f: int) returns (v: int);
refines atomic action {:layer 2, 6} _
{
  assert Known(me->val) && InHeap(a) && IsField(f) && !(colour[a] is Free);
  v := mem[a][f];
}
