// A double negation is replaced by what is inside the first one.
// One negation is left over, and the sign is wrong.

datatype Expr { Number(n: int), Plus(left: Expr, right: Expr), Negate(inner: Expr) }

function Value(e: Expr): int;
axiom (forall n: int :: {Value(Number(n))} Value(Number(n)) == n);
axiom (forall l, r: Expr :: {Value(Plus(l, r))} Value(Plus(l, r)) == Value(l) + Value(r));
axiom (forall i: Expr :: {Value(Negate(i))} Value(Negate(i)) == -Value(i));

procedure Simplify(e: Expr) returns (s: Expr)
  ensures Value(s) == Value(e);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  s := e;
  if (e is Negate) {
    assert e == Negate(e->inner);
    if (e->inner is Negate) {
      assert e->inner == Negate(e->inner->inner);
      s := e->inner;
    } else if (e->inner is Number) {
      assert e->inner == Number(e->inner->n);
      s := Number(-e->inner->n);
    }
  } else if (e is Plus) {
    assert e == Plus(e->left, e->right);
    if (e->left == Number(0)) {
      s := e->right;
    } else if (e->right == Number(0)) {
      s := e->left;
    }
  }
}
