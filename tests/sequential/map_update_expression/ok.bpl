// m[i := v] is a map like m with one entry changed; m itself stays as it is.
// Updates can be chained, and the last one to an index wins.

procedure Updates(m: [int]int, i: int, j: int)
  requires i != j;
{
  var n: [int]int;

  assert m[i := 5][i] == 5;
  assert m[i := 5][j] == m[j];
  assert m[i := 5][i := 6][i] == 6;
  n := m[i := m[j]][j := m[i]];
  assert n[i] == m[j] && n[j] == m[i];
  assert (forall k: int :: k != i && k != j ==> n[k] == m[k]);
}
