// The collector asks whether anything is grey before it looks at the roots, and does not trace what they make grey.

const mutators: int;
const roots: int;
const size: int;
axiom 0 < mutators && 0 <= roots && 0 <= size;

function {:inline} Numbered(i: int): bool { 1 <= i && i <= mutators }
function {:inline} IsRoot(r: int): bool { 0 <= r && r < roots }

// Objects are at 1 .. size. The address 0 is the null pointer.
function {:inline} InHeap(a: int): bool { 1 <= a && a <= size }

datatype Token { Collector(), Mutator(i: int), Waiter(i: int) }

// The collector has stopped all mutators, and has what they work with.
function {:inline} Stopped(halt: bool, parked: UnitMap (One Token)): bool
{
  halt && (forall i: int :: {One(Mutator(i))} Numbered(i) ==> Map_Contains(parked, One(Mutator(i))))
}

datatype Colour { Free(), White(), Grey(), Black() }

var {:layer 0, 6} root: [int]int;
var {:layer 0, 6} colour: [int]Colour;
var {:layer 0, 5} halt: bool;
var {:layer 0, 5} {:linear} parked: UnitMap (One Token);

yield invariant {:layer 5} Halted({:linear} me: One Token);
preserves me->val == Collector() && halt;

yield procedure {:layer 5} Scan({:linear} me: One Token) returns (done: bool)
//                         ^^^^ refinement
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
  call Halt(me);
  call Halted(me) | Pause4();
  call WaitParked(me);
  call done := NoGrey(me);
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
  call Unhalt(me);
}

yield invariant {:layer 4} Pause4();

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
  assert me->val == Collector() && Stopped(halt, parked);
  none := (forall a: int :: {colour[a]} InHeap(a) ==> !(colour[a] is Grey));
}

yield procedure {:layer 3} WaitParked({:linear} me: One Token);
refines atomic action {:layer 4, 5} _
{
  assert me->val == Collector() && halt;
  assume Stopped(halt, parked);
}

yield procedure {:layer 2} Halt({:linear} me: One Token);
refines atomic action {:layer 3, 5} _
{
  assert me->val == Collector();
  halt := true;
}

yield procedure {:layer 2} Unhalt({:linear} me: One Token);
refines left action {:layer 3, 5} _
{
  assert me->val == Collector() && halt;
  halt := false;
}

yield procedure {:layer 1} LoadRootStopped({:linear} me: One Token, r: int) returns (a: int);
refines left action {:layer 2, 5} _
{
  assert me->val == Collector() && IsRoot(r) && Stopped(halt, parked);
  a := root[r];
}
