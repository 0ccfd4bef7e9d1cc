// The barrier looks at the colour without the lock, and pushes without looking again: an object may be pushed twice.

const mutators: int;
const size: int;
axiom 0 < mutators && 0 <= size;

function {:inline} Numbered(i: int): bool { 1 <= i && i <= mutators }

// Objects are at 1 .. size. The address 0 is the null pointer.
function {:inline} InHeap(a: int): bool { 1 <= a && a <= size }

datatype Token { Collector(), Mutator(i: int), Waiter(i: int) }

function {:inline} Known(t: Token): bool { t is Collector || Numbered(t->i) }
function {:inline} IsMutator(t: Token): bool { t is Mutator && Numbered(t->i) }
function {:inline} Holds(lock: Option Token, t: Token): bool { lock == Some(t) && Known(t) }

datatype Colour { Free(), White(), Grey(), Black() }

var {:layer 0, 6} colour: [int]Colour;
var {:layer 0, 4} stack: [int]int;
var {:layer 0, 4} top: int;
var {:layer 0, 2} lock: Option Token;
var {:layer 4, 4} place: [int]int;

yield invariant {:layer 4} Pause4();

// The collector may have taken one grey object off the stack: it holds it, until the object is black.
yield invariant {:layer 4} Stacked({:linear} me: One Token, held: int);
preserves me->val == Collector() && 0 <= top;
preserves (forall k: int :: {stack[k]} 0 <= k && k < top ==>
  InHeap(stack[k]) && colour[stack[k]] is Grey && place[stack[k]] == k && stack[k] != held);
preserves (forall a: int :: {colour[a]} InHeap(a) && colour[a] is Grey ==>
  a == held || (0 <= place[a] && place[a] < top && stack[place[a]] == a));
preserves held == 0 || (InHeap(held) && colour[held] is Grey);

yield procedure {:layer 4} Shade({:linear} me: One Token, a: int)
//                         ^^^^^ non-interference
//                         ^^^^^ refinement
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

yield invariant {:layer 3} Pause3();

yield procedure {:layer 2} Push({:linear} me: One Token, a: int) returns (pushed: bool)
refines atomic action {:layer 3, 4} _
{
  assert Known(me->val) && InHeap(a);
  colour[a] := Grey();
  stack[top] := a;
  top := top + 1;
  pushed := true;
}
{
  var n: int;
  call Acquire(me);
  call StoreColour(me, a, Grey());
  call n := LoadTop(me);
  call StoreStack(me, n, a);
  call StoreTop(me, n + 1);
  pushed := true;
  call Release(me);
}

yield procedure {:layer 1} Acquire({:linear} me: One Token);
refines right action {:layer 2} _ { assume lock == None(); lock := Some(me->val); }

yield procedure {:layer 1} Release({:linear} me: One Token);
refines left action {:layer 2} _ { assert lock == Some(me->val); lock := None(); }

yield procedure {:layer 1} StoreColour({:linear} me: One Token, a: int, c: Colour);
refines atomic action {:layer 2} _ { assert Holds(lock, me->val) && InHeap(a); colour[a] := c; }

yield procedure {:layer 1} LoadTop({:linear} me: One Token) returns (n: int);
refines both action {:layer 2} _ { assert Holds(lock, me->val); n := top; }

yield procedure {:layer 1} StoreTop({:linear} me: One Token, n: int);
refines both action {:layer 2} _ { assert Holds(lock, me->val); top := n; }

yield procedure {:layer 1} StoreStack({:linear} me: One Token, n: int, a: int);
refines both action {:layer 2} _ { assert Holds(lock, me->val); stack[n] := a; }

yield procedure {:layer 1} PeekColour({:linear} me: One Token, a: int) returns (c: Colour);
refines atomic action {:layer 2, 4} _ { assert IsMutator(me->val) && InHeap(a); c := colour[a]; }
