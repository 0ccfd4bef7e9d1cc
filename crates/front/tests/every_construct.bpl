type T;
type {:a} Pair a b;
type Ints = [int]int;
type Poly = <a>[Field a, T]a;
type Nested = Pair (Pair int T) ([int]bool);
type Empty = []int;

datatype {:a} List<t> {
  Nil(),
  Cons({:b} head: t, tail: List t)
}

const {:a} unique c, d: int;

const e: int uses {
  axiom e > 0;
  hideable axiom {:b} e < 9;
}

function f(x: int): int;
revealed function {:a "text", 1 + 2, x} g<a>({:b} x: a, y: [a]int) returns ({:c} r: bool);

function h(int, T): bool {
  true
} uses {
  axiom h(1, t);
}

function i(): real uses {
  axiom i() == 1.5;
}

axiom {:a} f(1) == 2;
hideable axiom (forall x: int :: {f(x)} f(x) > x);

var {:a} x: int where x >= 0;
var y: bv32;

procedure {:a} Lemma<a>(x: a, {:b} y: int where y > 0) returns (r: a, s: bool);
  requires x == x;
  free requires {:c} y > 1;
  modifies x, y;
  modifies;
  ensures r == x;
  free ensures s;
  measure {:d} y, x;

procedure Empty()
{
}

pure procedure Pure(n: int)
  requires n > 0;
{
  var {:a} i: int where i > 0;
  var m: [int]List int;
  start:
  assert {:msg "always"} true;
  assume {:a} i > 0;
  measure {:b} i, n;
  havoc i, m;
  i := 1;
  m[i], i, m[0]->tail->head := {:a} Nil(), 2, 3;
  m[] := 4;
  Cons(i, m) := {:b} x;
  call Pure(1);
  call {:a} i, m := Pure(2, 3);
  free call Pure(1);
  async call Pure(1);
  async free call Pure(1);
  call Pure(1) | {:a} i := Pure(2) | Pure(3);
  if (i > 0) {
    i := 1;
  } else if {:a} (*) {
    i := 2;
  } else {
    i := 3;
  }
  if (*) {
  }
  while (i < n)
    invariant {:a} i <= n;
    free invariant i > 0;
    invariant call Inv(i);
    measure {:b} n - i;
  {
    break;
    break start;
  }
  while (*) {
    goto {:a} start, end;
  }
  reveal f;
  hide f;
  reveal *;
  hide *;
  push;
  pop;
  end:
  return;
  return {:a};
}

implementation {:a} Lemma<a>(x: a, y: int) returns (r: a, s: bool)
{
  r := x;
}

invariant {:a} Global(i: int);
  preserves {:b} i > 0;
  preserves true;

yield invariant {:layer 1} Inv({:linear} i: int);
  preserves i > 0;

action A();

left action {:layer 1, 2} B(x: int) returns (y: int);
  refines {:a} A;
  modifies x;
  requires x > 0;
  requires call Inv(x);
  asserts {:b} x > 1;

pure action C()
{
  return;
}

both action D()
{
}

right action E();

atomic action F();

yield procedure {:layer 1} P(x: int) returns (y: int);
  refines A;
  requires {:layer 1} x > 0;
  requires call Inv(x);
  preserves x > 0;
  preserves call {:a} Inv(x);
  ensures y > 0;
  ensures call Inv(y);
  modifies x;
  measure {:layer 1} x;

yield left procedure Q()
  refines {:a} right action {:layer 2} _ {
    var i: int;
    i := 1;
  }
{
  call P(1);
}

yield procedure R();
  refines left;
