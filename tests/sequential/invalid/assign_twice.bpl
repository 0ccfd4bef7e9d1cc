// Two entries of one map in a parallel assignment.
// Both would change the same variable.

procedure P(i: int, j: int) returns (a: [int]int)
{
  a[i], a[j] := a[j], a[i];
//^^^^^^^^^^^^^^^^^^^^^^^^^ type
}
