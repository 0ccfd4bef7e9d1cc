// A loop whose body cannot be reached is not vacuous: its invariants hold and the code after it is checked.
// Nor is a branch that is never taken. Nothing is to be reported.

procedure Dead(n: int) returns (k: int)
  requires n <= 0;
  ensures k == 0;
{
  k := 0;
  while (k < n)
    invariant k == 0;
  {
    k := k + 1;
  }
  if (k > 0) {
    k := 5;
  }
}
