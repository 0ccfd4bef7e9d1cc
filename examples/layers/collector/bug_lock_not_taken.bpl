// A grey object is pushed without the lock: two threads may push to the same place of the stack.

const mutators: int;
const size: int;
axiom 0 < mutators && 0 <= size;

function {:inline} Numbered(i: int): bool { 1 <= i && i <= mutators }

// Objects are at 1 .. size. The address 0 is the null pointer.
function {:inline} InHeap(a: int): bool { 1 <= a && a <= size }

datatype Token { Collector(), Mutator(i: int), Waiter(i: int) }

function {:inline} Known(t: Token): bool { t is Collector || Numbered(t->i) }
function {:inline} Holds(lock: Option Token, t: Token): bool { lock == Some(t) && Known(t) }

datatype Colour { Free(), White(), Grey(), Black() }

var {:layer 0, 6} colour: [int]Colour;
var {:layer 0, 4} stack: [int]int;
var {:layer 0, 4} top: int;
var {:layer 0, 2} lock: Option Token;

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
  call c := LoadColour(me, a);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^ gate
  pushed := c is White;
  if (pushed) {
    call StoreColour(me, a, Grey());
    call n := LoadTop(me);
    call StoreStack(me, n, a);
    call StoreTop(me, n + 1);
  }
}

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

yield procedure {:layer 1} LoadColour({:linear} me: One Token, a: int) returns (c: Colour);
refines both action {:layer 2} _ { assert Holds(lock, me->val) && InHeap(a); c := colour[a]; }

yield procedure {:layer 1} StoreColour({:linear} me: One Token, a: int, c: Colour);
refines atomic action {:layer 2} _ { assert Holds(lock, me->val) && InHeap(a); colour[a] := c; }

yield procedure {:layer 1} LoadTop({:linear} me: One Token) returns (n: int);
refines both action {:layer 2} _ { assert Holds(lock, me->val); n := top; }

yield procedure {:layer 1} StoreTop({:linear} me: One Token, n: int);
refines both action {:layer 2} _ { assert Holds(lock, me->val); top := n; }

yield procedure {:layer 1} StoreStack({:linear} me: One Token, n: int, a: int);
refines both action {:layer 2} _ { assert Holds(lock, me->val); stack[n] := a; }

yield procedure {:layer 0} RawSwapLock(new: Token) returns (done: bool);
refines atomic action {:layer 1} _ { done := lock == None(); if (done) { lock := Some(new); } }

yield procedure {:layer 0} RawClearLock();
refines atomic action {:layer 1} _ { lock := None(); }
