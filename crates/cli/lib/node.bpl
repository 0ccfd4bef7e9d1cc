// Linked lists in a heap of nodes, and reachability along their links. Needs the library `base`.
//
// The meaning of the two predicates, which makes every axiom below true. The path of x in f starts at x, goes from
// Some(l) to f[One(l)]->next, and ends at None() if it comes there.
//
//   Between(f, x, y, z)    the path of x comes to z, and to y no later than to z for the first time
//   Avoiding(f, x, y, z)   the path of x comes to y, and not to z before it
//
// So Between(f, x, y, y), and likewise Avoiding(f, x, y, y), says that y can be reached from x. The axioms are those of
// Lahiri and Qadeer, Back to the Future: Revisiting Precise Program Verification Using SMT Solvers, POPL 2008.

datatype Node<T> { Node(next: Option Loc, val: T) }

function Between<T>(f: [One Loc]Node T, x: Option Loc, y: Option Loc, z: Option Loc): bool;
function Avoiding<T>(f: [One Loc]Node T, x: Option Loc, y: Option Loc, z: Option Loc): bool;

// The places on the path from x to z.
function {:inline} BetweenSet<T>(f: [One Loc]Node T, x: Option Loc, z: Option Loc): [Loc]bool
{
  (lambda y: Loc :: Between(f, x, Some(y), z))
}

// Each predicate by the other ---------------------------------------------------------------------------------------

// True: y comes no later than z if z comes at all and not before y.
axiom {:ctor "Node"} (forall<T> f: [One Loc]Node T, x: Option Loc, y: Option Loc, z: Option Loc ::
  {Between(f, x, y, z)}
  Between(f, x, y, z) <==> Avoiding(f, x, z, z) && Avoiding(f, x, y, z));

// True: y is reached without z before it if z comes later, or never.
axiom {:ctor "Node"} (forall<T> f: [One Loc]Node T, x: Option Loc, y: Option Loc, z: Option Loc ::
  {Avoiding(f, x, y, z)}
  Avoiding(f, x, y, z) <==> (Between(f, x, y, y) && !Between(f, x, z, z)) || Between(f, x, y, z));

// Single steps ------------------------------------------------------------------------------------------------------

// True: a path starts at its start.
axiom {:ctor "Node"} (forall<T> f: [One Loc]Node T, x: Option Loc ::
  {Between(f, x, x, x)}
  Between(f, x, x, x));

// True: the same; a path that comes to y starts before that. The trigger of the axiom above does not see this.
axiom {:ctor "Node"} (forall<T> f: [One Loc]Node T, x: Option Loc, y: Option Loc ::
  {Between(f, x, y, y)}
  Between(f, x, y, y) ==> Between(f, x, x, y));

// True: a path goes on to the next node.
axiom {:ctor "Node"} (forall<T> f: [One Loc]Node T, l: Loc ::
  {f[One(l)]}
  Between(f, Some(l), f[One(l)]->next, f[One(l)]->next));

// True: what a path reaches is its start or comes with or after the next node.
axiom {:ctor "Node"} (forall<T> f: [One Loc]Node T, l: Loc, y: Option Loc ::
  {f[One(l)], Between(f, Some(l), y, y)}
  Between(f, Some(l), y, y) ==> y == Some(l) || Between(f, Some(l), f[One(l)]->next, y));

// True: from a node that is its own successor nothing else can be reached.
axiom {:ctor "Node"} (forall<T> f: [One Loc]Node T, l: Loc, y: Option Loc ::
  {f[One(l)], Between(f, Some(l), y, y)}
  Between(f, Some(l), y, y) && f[One(l)]->next == Some(l) ==> y == Some(l));

// Order along a path ------------------------------------------------------------------------------------------------

// True: nothing but the start comes as early as the start.
axiom {:ctor "Node"} (forall<T> f: [One Loc]Node T, x: Option Loc, y: Option Loc ::
  {Between(f, x, y, x)}
  Between(f, x, y, x) ==> y == x);

// True: of two things that a path comes to, one is no later than the other.
axiom {:ctor "Node"} (forall<T> f: [One Loc]Node T, x: Option Loc, y: Option Loc, z: Option Loc ::
  {Between(f, x, y, y), Between(f, x, z, z)}
  Between(f, x, y, y) && Between(f, x, z, z) ==> Between(f, x, z, y) || Between(f, x, y, z));

// True: what lies between is reached from the start, and reaches the end.
axiom {:ctor "Node"} (forall<T> f: [One Loc]Node T, x: Option Loc, y: Option Loc, z: Option Loc ::
  {Between(f, x, y, z)}
  Between(f, x, y, z) ==> Between(f, y, z, z) && Between(f, x, y, y));

// True: paths can be joined.
axiom {:ctor "Node"} (forall<T> f: [One Loc]Node T, x: Option Loc, y: Option Loc, z: Option Loc ::
  {Between(f, x, y, y), Between(f, y, z, z)}
  Between(f, x, y, y) && Between(f, y, z, z) ==> Between(f, x, z, z));

// True: with x .. y .. z and then y .. w .. z, the order is x .. y .. w .. z.
axiom {:ctor "Node"} (forall<T> f: [One Loc]Node T, x: Option Loc, y: Option Loc, w: Option Loc, z: Option Loc ::
  {Between(f, x, y, z), Between(f, y, w, z)}
  Between(f, x, y, z) && Between(f, y, w, z) ==> Between(f, x, w, z) && Between(f, x, y, w));

// True: with x .. y .. z and then x .. w .. y, the order is x .. w .. y .. z.
axiom {:ctor "Node"} (forall<T> f: [One Loc]Node T, x: Option Loc, w: Option Loc, y: Option Loc, z: Option Loc ::
  {Between(f, x, y, z), Between(f, x, w, y)}
  Between(f, x, y, z) && Between(f, x, w, y) ==> Between(f, w, y, z) && Between(f, x, w, z));

// Changing a node ---------------------------------------------------------------------------------------------------

// True: a path of the new heap either stays clear of the changed node until it comes to v, and is a path of the old
// heap; or it comes to the changed node first, without x before it, and goes on from the new successor as in the old heap.
axiom {:ctor "Node"} (forall<T> f: [One Loc]Node T, u: Option Loc, v: Option Loc, x: Option Loc, l: Loc, n: Node T ::
  {Avoiding(f[One(l) := n], u, v, x)}
  Avoiding(f[One(l) := n], u, v, x) <==>
    (Avoiding(f, u, v, x) && Avoiding(f, u, v, Some(l))) ||
    (x != Some(l) && Avoiding(f, u, Some(l), x) && Avoiding(f, n->next, v, x) && Avoiding(f, n->next, v, Some(l))));

// Lists -------------------------------------------------------------------------------------------------------------

// The list from `start` on comes to its end, and all its nodes are in the map.
function {:inline} InDomain<V>(nodes: Map (One Loc) (Node V), start: Option Loc): bool
{
  Between(nodes->val, start, start, None()) &&
  (forall l: Loc :: Between(nodes->val, start, Some(l), None()) ==> Set_Contains(nodes->dom, One(l)))
}

// What a list stands for, by recursion along it. The recursion ends only for lists that end: so the equations are not
// axioms, but lemmas to call, which ask for `InDomain`. Each comes with a lemma that nodes outside the list do not matter.

// The stack: the first node is its top, the last element of the vector.
function StackAbs<V>(start: Option Loc, nodes: Map (One Loc) (Node V)): Vec V;

function {:inline} StackAbsDef<V>(start: Option Loc, nodes: Map (One Loc) (Node V)): Vec V
{
  if start is None then Vec_Empty()
  else (var n := Map_At(nodes, One(start->t)); Vec_Append(StackAbs(n->next, nodes), n->val))
}

pure procedure StackAbsLemma<V>(start: Option Loc, nodes: Map (One Loc) (Node V));
  requires Between(nodes->val, start, start, None());
  requires InDomain(nodes, start);
  ensures StackAbs(start, nodes) == StackAbsDef(start, nodes);

pure procedure StackFrameLemma<V>(
  start: Option Loc, nodes: Map (One Loc) (Node V), nodes': Map (One Loc) (Node V));
  requires Set_IsSubset(nodes->dom, nodes'->dom);
  requires MapIte(nodes->dom, nodes->val, MapConst(Default())) ==
           MapIte(nodes->dom, nodes'->val, MapConst(Default()));
  requires Between(nodes->val, start, start, None());
  requires InDomain(nodes, start);
  ensures StackAbs(start, nodes) == StackAbs(start, nodes');

// The set of the values in the list.
function SetAbs<V>(start: Option Loc, nodes: Map (One Loc) (Node V)): [V]bool;

function {:inline} SetAbsDef<V>(start: Option Loc, nodes: Map (One Loc) (Node V)): [V]bool
{
  if start is None then Set_Empty()
  else (var n := Map_At(nodes, One(start->t)); Set_Add(SetAbs(n->next, nodes), n->val))
}

pure procedure SetAbsLemma<V>(start: Option Loc, nodes: Map (One Loc) (Node V));
  requires Between(nodes->val, start, start, None());
  requires InDomain(nodes, start);
  ensures SetAbs(start, nodes) == SetAbsDef(start, nodes);

pure procedure SetFrameLemma<V>(
  start: Option Loc, nodes: Map (One Loc) (Node V), nodes': Map (One Loc) (Node V));
  requires Set_IsSubset(nodes->dom, nodes'->dom);
  requires MapIte(nodes->dom, nodes->val, MapConst(Default())) ==
           MapIte(nodes->dom, nodes'->val, MapConst(Default()));
  requires Between(nodes->val, start, start, None());
  requires InDomain(nodes, start);
  ensures SetAbs(start, nodes) == SetAbs(start, nodes');

// The queue: `in_queue` followed by the values in the list, the first node first.
function QueueAbs<V>(in_queue: Vec V, start: Option Loc, nodes: Map (One Loc) (Node V)): Vec V;

function {:inline} QueueAbsDef<V>(in_queue: Vec V, start: Option Loc, nodes: Map (One Loc) (Node V)): Vec V
{
  if start is None then in_queue
  else (var n := Map_At(nodes, One(start->t)); QueueAbs(Vec_Append(in_queue, n->val), n->next, nodes))
}

pure procedure QueueAbsLemma<V>(in_queue: Vec V, start: Option Loc, nodes: Map (One Loc) (Node V));
  requires Between(nodes->val, start, start, None());
  requires InDomain(nodes, start);
  ensures QueueAbs(in_queue, start, nodes) == QueueAbsDef(in_queue, start, nodes);

pure procedure QueueFrameLemma<V>(
  in_queue: Vec V, start: Option Loc, nodes: Map (One Loc) (Node V), nodes': Map (One Loc) (Node V));
  requires Set_IsSubset(nodes->dom, nodes'->dom);
  requires MapIte(nodes->dom, nodes->val, MapConst(Default())) ==
           MapIte(nodes->dom, nodes'->val, MapConst(Default()));
  requires Between(nodes->val, start, start, None());
  requires InDomain(nodes, start);
  ensures QueueAbs(in_queue, start, nodes) == QueueAbs(in_queue, start, nodes');
