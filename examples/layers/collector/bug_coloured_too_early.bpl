// A new object gets its colour before its fields are cleared. The collector may see the fields of a dead object in it.

const mutators: int;
const fields: int;
const size: int;
axiom 0 < mutators && 0 <= fields && 0 <= size;

function {:inline} Numbered(i: int): bool { 1 <= i && i <= mutators }
function {:inline} IsField(f: int): bool { 0 <= f && f < fields }

// Objects are at 1 .. size. The address 0 is the null pointer.
function {:inline} InHeap(a: int): bool { 1 <= a && a <= size }

datatype Token { Collector(), Mutator(i: int), Waiter(i: int) }

function {:inline} Known(t: Token): bool { t is Collector || Numbered(t->i) }
function {:inline} IsMutator(t: Token): bool { t is Mutator && Numbered(t->i) }
function {:inline} Holds(lock: Option Token, t: Token): bool { lock == Some(t) && Known(t) }

datatype Colour { Free(), White(), Grey(), Black() }

var {:layer 0, 6} mem: [int][int]int;
var {:layer 0, 6} colour: [int]Colour;
var {:layer 0, 6} swept: int;
var {:layer 0, 2} lock: Option Token;

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
    call s := LoadSwept(me);
    call StoreColour(me, a, if a < s then White() else Black());
    call {:layer 2} before := Copy(mem);
    f := 0;
    while (f < fields)
    invariant {:yields} {:layer 1} true;
    invariant {:layer 2} 0 <= f && mem == before[a := mem[a]];
    invariant {:layer 2} (forall g: int :: {mem[a][g]} 0 <= g && g < f ==> mem[a][g] == 0);
    {
      call ClearField(me, a, f);
//    ^^^^^^^^^^^^^^^^^^^^^^^^^ gate
      f := f + 1;
    }
  }
  call Release(me);
}

yield procedure {:layer 1} Acquire({:linear} me: One Token);
refines right action {:layer 2} _ { assume lock == None(); lock := Some(me->val); }

yield procedure {:layer 1} Release({:linear} me: One Token);
refines left action {:layer 2} _ { assert lock == Some(me->val); lock := None(); }

yield procedure {:layer 1} LoadColour({:linear} me: One Token, a: int) returns (c: Colour);
refines both action {:layer 2} _ { assert Holds(lock, me->val) && InHeap(a); c := colour[a]; }

yield procedure {:layer 1} StoreColour({:linear} me: One Token, a: int, c: Colour);
refines atomic action {:layer 2} _ { assert Holds(lock, me->val) && InHeap(a); colour[a] := c; }

yield procedure {:layer 1} LoadSwept({:linear} me: One Token) returns (s: int);
refines both action {:layer 2} _ { assert Holds(lock, me->val); s := swept; }

yield procedure {:layer 1} ClearField({:linear} me: One Token, a: int, f: int);
refines both action {:layer 2} _
{
  assert Holds(lock, me->val) && InHeap(a) && IsField(f) && colour[a] is Free;
  mem[a][f] := 0;
}

yield procedure {:layer 1} LoadField({:linear} me: One Token, a: int, f: int) returns (v: int);
refines atomic action {:layer 2, 6} _
{
  assert Known(me->val) && InHeap(a) && IsField(f) && !(colour[a] is Free);
  v := mem[a][f];
}
