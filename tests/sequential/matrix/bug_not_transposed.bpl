// The lambda copies the matrix.
// Only a symmetric matrix is its own transposition.

procedure Add(a: [int, int]int, b: [int, int]int, n: int, m: int) returns (c: [int, int]int)
  requires 0 <= n && 0 <= m;
  ensures (forall i, j: int :: {c[i, j]} 0 <= i && i < n && 0 <= j && j < m ==> c[i, j] == a[i, j] + b[i, j]);
{
  var r, s: int;

  r := 0;
  while (r < n)
    invariant 0 <= r && r <= n;
    invariant (forall i, j: int :: {c[i, j]} 0 <= i && i < r && 0 <= j && j < m ==> c[i, j] == a[i, j] + b[i, j]);
  {
    s := 0;
    while (s < m)
      invariant 0 <= s && s <= m;
      invariant (forall i, j: int :: {c[i, j]}
        0 <= i && 0 <= j && j < m && (i < r || (i == r && j < s)) ==> c[i, j] == a[i, j] + b[i, j]);
    {
      c[r, s] := a[r, s] + b[r, s];
      s := s + 1;
    }
    r := r + 1;
  }
}

procedure Transpose(a: [int, int]int) returns (t: [int, int]int)
  ensures (forall i, j: int :: {t[i, j]} t[i, j] == a[j, i]);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  t := (lambda i, j: int :: a[i, j]);
}
