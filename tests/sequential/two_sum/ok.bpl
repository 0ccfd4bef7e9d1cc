// Two elements of a sorted array with a given sum, from both ends.
// Each step rules out all pairs with one of the two ends.

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
    measure if i < j then j - i else 0;
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
