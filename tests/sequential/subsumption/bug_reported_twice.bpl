// The precondition is too weak, and the first assertion is not assumed after it was checked.
// So both fail; the third follows from the second.

procedure Usual(x: int)
  requires x > -2;
{
  assert {:subsumption 0} x >= 1;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  assert x >= 1;
//^^^^^^^^^^^^^^ assertion
  assert x != 0;
}
