// Neighbours are swapped when they are in the right order.
// The largest element so far is not the last one.

procedure BubbleSort(input: [int]int, n: int) returns (a: [int]int)
  requires 0 <= n;
  ensures (forall i, j: int :: {a[i], a[j]} 0 <= i && i < j && j < n ==> a[i] <= a[j]);
{
  var end, k: int;

  a, end := input, n;
  while (1 < end)
    invariant end <= n && (0 <= end);
    invariant (forall i, j: int :: {a[i], a[j]} 0 <= i && i < j && end <= j && j < n ==> a[i] <= a[j]);
    measure end;
  {
    k := 1;
    while (k < end)
      invariant 1 <= k && k <= end;
      invariant (forall i, j: int :: {a[i], a[j]} 0 <= i && i < j && end <= j && j < n ==> a[i] <= a[j]);  // inner
      invariant (forall i: int :: {a[i]} 0 <= i && i < k ==> a[i] <= a[k - 1]);
//    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
      measure end - k;
    {
      if (a[k - 1] < a[k]) {
        a := a[k := a[k - 1]][k - 1 := a[k]];
      }
      k := k + 1;
    }
    end := end - 1;
  }
}
