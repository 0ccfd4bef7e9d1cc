// Partition around a pivot, as in quicksort.
// Smaller elements to the left, the others to the right, the pivot value given.

procedure Partition(input: [int]int, n: int, pivot: int) returns (a: [int]int, split: int)
  requires 0 <= n;
  ensures 0 <= split && split <= n;
  ensures (forall i: int :: {a[i]} 0 <= i && i < split ==> a[i] < pivot);
  ensures (forall i: int :: {a[i]} split <= i && i < n ==> pivot <= a[i]);
{
  var k: int;

  a, split, k := input, 0, 0;
  while (k < n)
    invariant 0 <= split && split <= k && k <= n;
    invariant (forall i: int :: {a[i]} 0 <= i && i < split ==> a[i] < pivot);
    invariant (forall i: int :: {a[i]} split <= i && i < k ==> pivot <= a[i]);
    measure n - k;
  {
    if (a[k] < pivot) {
      a := a[split := a[k]][k := a[split]];
      split := split + 1;
    }
    k := k + 1;
  }
}
