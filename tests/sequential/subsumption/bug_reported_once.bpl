// The precondition is too weak for the first assertion.
// The others follow from it, and are judged only on runs where it holds.

procedure Usual(x: int)
  requires x > -2;
{
  assert x >= 1;
//^^^^^^^^^^^^^^ assertion
  assert x >= 1;  // again
  assert x != 0;
}
