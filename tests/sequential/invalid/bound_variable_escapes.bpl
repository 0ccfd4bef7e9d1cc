// A bound variable used outside of its quantifier.
// The parenthesis closes its scope.

procedure P(a: [int]int)
{
  assert (forall i: int :: a[i] == 0) ==> a[i] == 0;
//                                        ^^^^^^^^^^ resolve
}
