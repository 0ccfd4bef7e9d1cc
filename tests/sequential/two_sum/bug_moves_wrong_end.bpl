// When the sum is too small, the upper end moves down.
// That makes it smaller still, and skips pairs.

procedure TwoSum(a: [int]int, n: int, target: int) returns (found: bool, i: int, j: int)
  requires 0 <= n;
  requires (forall p, q: int :: {a[p], a[q]} 0 <= p && p < q && q < n ==> a[p] <= a[q]);
  ensures found ==> 0 <= i && i < j && j < n && a[i] + a[j] == target;
  ensures !found ==> (forall p, q: int :: {a[p], a[q]} 0 <= p && p < q && q < n ==> a[p] + a[q] != target);
{
  found, i, j := false, 0, n - 1;
  while (i < j)
    invariant 0 <= i && j < n;
    invariant (forall p, q: int :: {a[p], a[q]} 0 <= p && p < q && q < n && (p < i || j < q) ==> a[p] + a[q] != target);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    measure if i < j then j - i else 0;
  {
    if (a[i] + a[j] == target) {
      found := true;
      return;
    }
    if (a[i] + a[j] > target) {
      i := i + 1;
    } else {
      j := j - 1;
    }
  }
}
