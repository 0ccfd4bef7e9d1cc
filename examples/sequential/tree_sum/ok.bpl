// The sum of a binary tree, by recursion and with an accumulator.
// Shows a recursive datatype, functions defined by axioms, and a recursive procedure with a measure.

datatype Tree { Leaf(), Node(left: Tree, value: int, right: Tree) }

function Sum(t: Tree): int;
axiom Sum(Leaf()) == 0;
axiom (forall l, r: Tree, v: int :: {Sum(Node(l, v, r))} Sum(Node(l, v, r)) == Sum(l) + v + Sum(r));

function Size(t: Tree): int;
axiom (forall t: Tree :: {Size(t)} 0 <= Size(t));
axiom (forall l, r: Tree, v: int :: {Size(Node(l, v, r))} Size(Node(l, v, r)) == Size(l) + 1 + Size(r));

// Adds the sum of the tree to an accumulator.
procedure AddUp(t: Tree, start: int) returns (total: int)
  ensures total == start + Sum(t);
  measure Size(t);
{
  var l, r: Tree;
  var v: int;

  if (t is Leaf) {
    assert t == Leaf();
    total := start;
  } else {
    Node(l, v, r) := t;
    assert t == Node(l, v, r);
    call total := AddUp(l, start + v);
    call total := AddUp(r, total);
  }
}

procedure SumOf(t: Tree) returns (total: int)
  ensures total == Sum(t);
{
  call total := AddUp(t, 0);
}
