// The two indices may be equal.
// Then the second assertion reads back the new value.

procedure Updates(m: [int]int, i: int, j: int)
{
  var n: [int]int;

  assert m[i := 5][i] == 5;
  assert m[i := 5][j] == m[j];
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  assert m[i := 5][i := 6][i] == 6;
  n := m[i := m[j]][j := m[i]];
  assert n[i] == m[j] && n[j] == m[i];
  assert (forall k: int :: k != i && k != j ==> n[k] == m[k]);
}
