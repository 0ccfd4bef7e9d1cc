// A bound variable takes no where clause.
// The condition belongs into the body of the quantifier.

procedure P()
{
  assert (forall x: int where x > 0 :: x >= 1);
//                      ^^^^^^^^^^^ syntax
}
