// The larger of the two heads is taken.
// What comes later may be smaller.

procedure Merge(a: [int]int, n: int, b: [int]int, m: int) returns (c: [int]int)
  requires 0 <= n && 0 <= m;
  requires (forall i, j: int :: {a[i], a[j]} 0 <= i && i < j && j < n ==> a[i] <= a[j]);
  requires (forall i, j: int :: {b[i], b[j]} 0 <= i && i < j && j < m ==> b[i] <= b[j]);
  ensures (forall i, j: int :: {c[i], c[j]} 0 <= i && i < j && j < n + m ==> c[i] <= c[j]);
{
  var i', j': int;

  i', j' := 0, 0;
  while (i' < n || j' < m)
    invariant 0 <= i' && i' <= n && 0 <= j' && j' <= m;
    invariant (forall i, j: int :: {c[i], c[j]} 0 <= i && i < j && j < i' + j' ==> c[i] <= c[j]);
    invariant (forall i: int :: {c[i]} 0 <= i && i < i' + j' ==> (i' < n ==> c[i] <= a[i']));
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    invariant (forall i: int :: {c[i]} 0 <= i && i < i' + j' ==> (j' < m ==> c[i] <= b[j']));
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    measure (n - i') + (m - j');
  {
    if (j' == m || (i' < n && b[j'] <= a[i'])) {
      c[i' + j'] := a[i'];
      i' := i' + 1;
    } else {
      c[i' + j'] := b[j'];
      j' := j' + 1;
    }
  }
}
