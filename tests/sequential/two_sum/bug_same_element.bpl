// The two indices may meet, and one element is used twice.
// It is not a pair.

procedure TwoSum(a: [int]int, n: int, target: int) returns (found: bool, i: int, j: int)
  requires 0 <= n;
  requires (forall p, q: int :: {a[p], a[q]} 0 <= p && p < q && q < n ==> a[p] <= a[q]);
  ensures found ==> 0 <= i && i < j && j < n && a[i] + a[j] == target;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
  ensures !found ==> (forall p, q: int :: {a[p], a[q]} 0 <= p && p < q && q < n ==> a[p] + a[q] != target);
{
  found, i, j := false, 0, n - 1;
  while (i <= j)
    invariant 0 <= i && j < n;
    invariant (forall p, q: int :: {a[p], a[q]} 0 <= p && p < q && q < n && (p < i || j < q) ==> a[p] + a[q] != target);
    measure if i <= j then j - i + 1 else 0;
  {
    if (a[i] + a[j] == target) {
      found := true;
      return;
    }
    if (a[i] + a[j] < target) {
      i := i + 1;
    } else {
      j := j - 1;
    }
  }
}
