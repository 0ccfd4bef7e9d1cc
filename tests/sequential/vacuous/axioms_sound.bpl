// Axioms that leave exactly one value for each of two constants.
// They are strict, and they do not contradict each other: nothing is to be reported.

const low, high: int;
axiom low < high;
axiom 5 <= low && high <= 6;

procedure P()
{
  assert low == 5 && high == 6;
}
