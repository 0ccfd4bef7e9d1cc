// After an assertion its condition is normally assumed, so that one mistake is reported once.
// The attribute {:subsumption 0} switches that off for one assertion.

procedure Usual(x: int)
  requires x > 0;
{
  assert x >= 1;
  assert {:subsumption 0} x >= 1;
  assert x != 0;
}
