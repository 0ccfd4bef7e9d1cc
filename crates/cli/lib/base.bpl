// The base library: sets, maps, vectors, sequences, and the types that ownership speaks of.
//
// Maps of the language are total. A set of `T` is a `[T]bool`; a finite map is a domain with a total map; a vector is a
// length with a total map. Most functions here are abbreviations; the axioms say what abbreviations cannot, each with
// the reason why it is consistent.

// Small things ------------------------------------------------------------------------------------------------------

datatype Unit { Unit() }

datatype Option<T> { None(), Some(t: T) }

// Some value of the type, the same one everywhere. Which one is left open.
function Default<T>(): T;

function {:inline} Id<T>(t: T): T { t }

// Total maps, point by point ----------------------------------------------------------------------------------------

function {:builtin "MapConst"} MapConst<T,U>(u: U): [T]U;
function {:builtin "MapIte"} MapIte<T,U>(choice: [T]bool, yes: [T]U, no: [T]U): [T]U;
function {:builtin "MapEq"} MapEq<T,U>(a: [T]U, b: [T]U): [T]bool;

function {:builtin "MapNot"} MapNot<T>(a: [T]bool): [T]bool;
function {:builtin "MapAnd"} MapAnd<T>(a: [T]bool, b: [T]bool): [T]bool;
function {:builtin "MapOr"} MapOr<T>(a: [T]bool, b: [T]bool): [T]bool;
function {:builtin "MapImp"} MapImp<T>(a: [T]bool, b: [T]bool): [T]bool;
function {:builtin "MapIff"} MapIff<T>(a: [T]bool, b: [T]bool): [T]bool;
function {:inline} MapDiff<T>(a: [T]bool, b: [T]bool): [T]bool { MapAnd(a, MapNot(b)) }

function {:builtin "MapAdd"} MapAdd<T>(a: [T]int, b: [T]int): [T]int;
function {:builtin "MapSub"} MapSub<T>(a: [T]int, b: [T]int): [T]int;
function {:builtin "MapMul"} MapMul<T>(a: [T]int, b: [T]int): [T]int;
function {:builtin "MapDiv"} MapDiv<T>(a: [T]int, b: [T]int): [T]int;
function {:builtin "MapMod"} MapMod<T>(a: [T]int, b: [T]int): [T]int;
function {:builtin "MapLt"} MapLt<T>(a: [T]int, b: [T]int): [T]bool;
function {:builtin "MapLe"} MapLe<T>(a: [T]int, b: [T]int): [T]bool;
function {:builtin "MapGt"} MapGt<T>(a: [T]int, b: [T]int): [T]bool;
function {:builtin "MapGe"} MapGe<T>(a: [T]int, b: [T]int): [T]bool;

// Sets --------------------------------------------------------------------------------------------------------------

function {:inline} Set_Empty<T>(): [T]bool { MapConst(false) }
function {:inline} Set_Singleton<T>(t: T): [T]bool { Set_Add(Set_Empty(), t) }
function {:inline} Set_Add<T>(a: [T]bool, t: T): [T]bool { a[t := true] }
function {:inline} Set_Remove<T>(a: [T]bool, t: T): [T]bool { a[t := false] }

function {:inline} Set_Union<T>(a: [T]bool, b: [T]bool): [T]bool { MapOr(a, b) }
function {:inline} Set_Intersection<T>(a: [T]bool, b: [T]bool): [T]bool { MapAnd(a, b) }
function {:inline} Set_Difference<T>(a: [T]bool, b: [T]bool): [T]bool { MapDiff(a, b) }

function {:inline} Set_Contains<T>(a: [T]bool, t: T): bool { a[t] }
function {:inline} Set_IsSubset<T>(a: [T]bool, b: [T]bool): bool { MapImp(a, b) == MapConst(true) }
function {:inline} Set_IsDisjoint<T>(a: [T]bool, b: [T]bool): bool { Set_Intersection(a, b) == Set_Empty() }

// A member of the set, if it has one.
function Choice<T>(a: [T]bool): T;

// Consistent: a set that is not empty has a member to choose, and nothing is said of the empty set.
axiom (forall<T> a: [T]bool :: {Choice(a)} a[Choice(a)] || a == Set_Empty());

// Sets of integers --------------------------------------------------------------------------------------------------

const Identity: [int]int;

// Consistent: this defines the constant.
axiom (forall x: int :: {Identity[x]} Identity[x] == x);

function {:inline} AtLeast(x: int): [int]bool { MapGe(Identity, MapConst(x)) }

// The n integers from `from` on.
function {:inline} Range(from: int, n: int): [int]bool { MapDiff(AtLeast(from), AtLeast(from + n)) }

// Finite maps -------------------------------------------------------------------------------------------------------

// Outside its domain a well-formed map holds the default, so that equal maps are equal values. Nothing makes a map
// well-formed by itself; the functions keep it so.
datatype Map<T,U> { Map(dom: [T]bool, val: [T]U) }

function {:inline} Map_WellFormed<T,U>(a: Map T U): bool
{
  a->val == MapIte(a->dom, a->val, MapConst(Default()))
}

function {:inline} Map_Empty<T,U>(): Map T U { Map(Set_Empty(), MapConst(Default())) }
function {:inline} Map_Singleton<T,U>(t: T, u: U): Map T U { Map_Update(Map_Empty(), t, u) }
function {:inline} Map_Update<T,U>(a: Map T U, t: T, u: U): Map T U { Map(Set_Add(a->dom, t), a->val[t := u]) }
function {:inline} Map_Remove<T,U>(a: Map T U, t: T): Map T U { Map(Set_Remove(a->dom, t), a->val[t := Default()]) }

function {:inline} Map_Contains<T,U>(a: Map T U, t: T): bool { Set_Contains(a->dom, t) }
function {:inline} Map_At<T,U>(a: Map T U, t: T): U { a->val[t] }
function {:inline} Map_IsDisjoint<T,U>(a: Map T U, b: Map T U): bool { Set_IsDisjoint(a->dom, b->dom) }

// Both keys are in the domain afterwards.
function {:inline} Map_Swap<T,U>(a: Map T U, t1: T, t2: T): Map T U
{
  (var u1, u2 := Map_At(a, t1), Map_At(a, t2); Map_Update(Map_Update(a, t1, u2), t2, u1))
}

// The part of the map on the keys `t`, and the part on the others. The first has all of `t` as its domain, also keys that
// were not in the map.
function {:inline} Map_Extract<T,U>(a: Map T U, t: [T]bool): Map T U
{
  Map(t, MapIte(t, a->val, MapConst(Default())))
}
function {:inline} Map_Exclude<T,U>(a: Map T U, t: [T]bool): Map T U
{
  Map(Set_Difference(a->dom, t), MapIte(t, MapConst(Default()), a->val))
}

// Where both have a value, that of the first.
function {:inline} Map_Union<T,U>(a: Map T U, b: Map T U): Map T U
{
  Map(Set_Union(a->dom, b->dom), MapIte(a->dom, a->val, b->val))
}

// Vectors -----------------------------------------------------------------------------------------------------------

// The elements are those at 0 <= i < len. Vectors are built by the functions below and nowhere else: the constructor and
// assignments to fields could make values that the two axioms deny, and from such a value anything follows.
datatype {:closed} Vec<T> { Vec(contents: [int]T, len: int) }

// Consistent for the vectors that the functions build: each of them keeps lengths from becoming negative.
axiom {:ctor "Vec"} (forall<T> v: Vec T :: {v->len} 0 <= v->len);

// Consistent for the same vectors: each function leaves or puts the default where there are no elements.
axiom {:ctor "Vec"} (forall<T> v: Vec T :: {v->len} {v->contents}
  MapIte(Range(0, v->len), MapConst(Default()), v->contents) == MapConst(Default()));

function {:inline} Vec_Len<T>(v: Vec T): int { v->len }
function {:inline} Vec_Nth<T>(v: Vec T, i: int): T { v->contents[i] }
function {:inline} Vec_Contains<T>(v: Vec T, i: int): bool { 0 <= i && i < Vec_Len(v) }

function {:inline} Vec_Empty<T>(): Vec T { Vec(MapConst(Default()), 0) }
function {:inline} Vec_Append<T>(v: Vec T, x: T): Vec T { Vec(v->contents[v->len := x], v->len + 1) }

// Without the last element; the empty vector stays as it is.
function {:inline} Vec_Remove<T>(v: Vec T): Vec T
{
  if 0 < v->len then Vec(v->contents[v->len - 1 := Default()], v->len - 1) else v
}

// Out of range, updates and swaps change nothing.
function {:inline} Vec_Update<T>(v: Vec T, i: int, x: T): Vec T
{
  if Vec_Contains(v, i) then Vec(v->contents[i := x], v->len) else v
}
function {:inline} Vec_Swap<T>(v: Vec T, i: int, j: int): Vec T
{
  if Vec_Contains(v, i) && Vec_Contains(v, j)
  then Vec(v->contents[i := v->contents[j]][j := v->contents[i]], v->len)
  else v
}

function {:inline} Vec_Concat<T>(v1: Vec T, v2: Vec T): Vec T
{
  Vec(
    (lambda {:pool "Concat"} i: int ::
      if Vec_Contains(v1, i) then Vec_Nth(v1, i)
      else if Vec_Contains(v2, i - Vec_Len(v1)) then Vec_Nth(v2, i - Vec_Len(v1))
      else Default()),
    Vec_Len(v1) + Vec_Len(v2))
}

// The elements from i on and before j; none unless 0 <= i < j <= len.
function {:inline} Vec_Slice<T>(v: Vec T, i: int, j: int): Vec T
{
  (var n := if 0 <= i && i < j && j <= Vec_Len(v) then j - i else 0;
    Vec((lambda {:pool "Slice"} k: int :: if 0 <= k && k < n then Vec_Nth(v, i + k) else Default()), n))
}

// A lemma to call: vectors that differ do so in length or at some place `i`. Maps are equal if they agree everywhere.
procedure Vec_Ext<T>(A: Vec T, B: Vec T) returns (i: int);
  ensures A == B || Vec_Len(A) != Vec_Len(B) || Vec_Nth(A, i) != Vec_Nth(B, i);

// Sequences of the solver -------------------------------------------------------------------------------------------

type {:builtin "Seq"} Seq _;
function {:builtin "seq.empty"} Seq_Empty<T>(): Seq T;
function {:builtin "seq.unit"} Seq_Unit<T>(v: T): Seq T;
function {:builtin "seq.++"} Seq_Concat<T>(a: Seq T, b: Seq T): Seq T;
function {:builtin "seq.len"} Seq_Len<T>(a: Seq T): int;
function {:builtin "seq.nth"} Seq_Nth<T>(a: Seq T, i: int): T;
function {:builtin "seq.extract"} Seq_Extract<T>(a: Seq T, pos: int, length: int): Seq T;

// What ownership speaks of ------------------------------------------------------------------------------------------

// The permission to one value, and a value held under such a permission.
datatype One<T> { One(val: T) }
datatype Cell<T,U> { Cell(key: One T, val: U) }

// A map that matters only for its keys.
type UnitMap K = Map K Unit;

// The permissions that a value holds.
function {:inline} One_Collector<T>(a: One T): [One T]bool { Set_Singleton(a) }
function {:inline} Map_Collector<T,U>(a: Map T U): [T]bool { a->dom }
function {:inline} Map_Collector_Empty<T,U,P>(a: Map T U): [P]bool { Set_Empty() }

// Places, and values that belong to a place.
type Loc;
datatype Tag<V> { Tag(loc: Loc, val: V) }

function {:inline} Tags<V>(loc: Loc, xs: [V]bool): [One (Tag V)]bool
{
  (lambda x: One (Tag V) :: x->val->loc == loc && Set_Contains(xs, x->val->val))
}

// Operations on permissions -----------------------------------------------------------------------------------------

// Civl: who holds what before and after a call is said by the attributes of the parameters: {:linear} holds it before and
// after, {:linear_in} gives it away, {:linear_out} gets it. An operation marked {:becomes e} changes its first argument,
// which is a path into a variable: what the path leads to becomes e, in terms of the values before. Preconditions are
// checked where the operation is called, and postconditions define its results.

// The permission of the one becomes the permission of the other, which is the same value.
pure procedure {:primitive} Move<T>({:linear_in} u: T, {:linear_out} v: T);
  requires u == v;

// Keys come out of a set of permissions and go in.
pure procedure {:primitive} {:becomes Map(Set_Remove(path->dom, l), path->val)}
  One_Get<K>({:linear} path: UnitMap K, {:linear_out} l: K);
  requires Map_Contains(path, l);
pure procedure {:primitive} {:becomes Map(Set_Add(path->dom, l), path->val)}
  One_Put<K>({:linear} path: UnitMap K, {:linear_in} l: K);

// Values come out of a map and go in, each with the permission of its key.
pure procedure {:primitive} {:becomes Map_Remove(path, k)}
  Map_Get<K,V>({:linear} path: Map K V, {:linear_out} k: K) returns ({:linear} v: V);
  requires Map_Contains(path, k);
  ensures v == Map_At(path, k);
pure procedure {:primitive} {:becomes Map_Update(path, k, v)}
  Map_Put<K,V>({:linear} path: Map K V, {:linear_in} k: K, {:linear_in} v: V);

// A map falls into two, and two become one.
pure procedure {:primitive} {:becomes Map_Exclude(path, k)}
  Map_Split<K,V>({:linear} path: Map K V, k: [K]bool) returns ({:linear} l: Map K V);
  requires Set_IsSubset(k, path->dom);
  ensures l == Map_Extract(path, k);
pure procedure {:primitive} {:becomes Map_Union(path, l)}
  Map_Join<K,V>({:linear} path: Map K V, {:linear_in} l: Map K V);

// What a path leads to is read and written; no permission goes from hand to hand.
pure procedure {:primitive} Path_Load<V>(path: V) returns (v: V);
  ensures v == path;
pure procedure {:primitive} {:becomes v} Path_Store<V>(path: V, v: V);

pure procedure {:primitive} {:inline 1} Map_MakeEmpty<K,V>() returns ({:linear} m: Map K V)
{
  m := Map_Empty();
}

// A place that nobody has yet, alone or with the values that belong to it. That it is new is what its permission says.
pure procedure {:primitive} {:inline 1} Loc_New() returns ({:linear} {:pool "Loc_New"} l: One Loc)
{
  assume {:add_to_pool "Loc_New", l} true;
}
pure procedure {:primitive} {:inline 1} Tag_New()
  returns ({:linear} {:pool "Loc_New"} l: One Loc, {:linear} tag: One (Tag Unit))
{
  assume {:add_to_pool "Loc_New", l} true;
  tag := One(Tag(l->val, Unit()));
}
pure procedure {:primitive} {:inline 1} Tags_New<V>(vals: [V]bool)
  returns ({:linear} {:pool "Loc_New"} l: One Loc, {:linear} tags: UnitMap (One (Tag V)))
{
  assume {:add_to_pool "Loc_New", l} true;
  tags := Map(Tags(l->val, vals), MapConst(Unit()));
}

// Steps of a proof --------------------------------------------------------------------------------------------------

pure procedure Copy<T>(v: T) returns (v': T);
  ensures v' == v;

// Takes the condition for true. A call proves it, at its layers, unless it is about a value that is still open.
pure procedure Assume(b: bool);
  ensures b;

// Civl: the condition is proved where an action or a yield procedure calls this.
pure action Assert(b: bool)
{
  assert b;
}
