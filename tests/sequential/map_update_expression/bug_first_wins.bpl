// The third assertion expects the first of two updates to count.
// The last one does.

procedure Updates(m: [int]int, i: int, j: int)
  requires i != j;
{
  var n: [int]int;

  assert m[i := 5][i] == 5;
  assert m[i := 5][j] == m[j];
  assert m[i := 5][i := 6][i] == 5;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  n := m[i := m[j]][j := m[i]];
  assert n[i] == m[j] && n[j] == m[i];
  assert (forall k: int :: k != i && k != j ==> n[k] == m[k]);
}
