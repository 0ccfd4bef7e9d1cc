// The inner loop looks for the largest element.
// What it promises about the smallest is not maintained.

procedure SelectionSort(input: [int]int, n: int) returns (a: [int]int, from: [int]int)
  requires 0 <= n;
  ensures (forall i, j: int :: {a[i], a[j]} 0 <= i && i < j && j < n ==> a[i] <= a[j]);
  ensures (forall i: int :: {from[i]} 0 <= i && i < n ==> 0 <= from[i] && from[i] < n && a[i] == input[from[i]]);
  ensures (forall i, j: int :: {from[i], from[j]} 0 <= i && i < j && j < n ==> from[i] != from[j]);
{
  var k, m, least: int;

  a, from, k := input, (lambda i: int :: i), 0;
  while (k < n)
    invariant 0 <= k && k <= n;
    invariant (forall i, j: int :: {a[i], a[j]} 0 <= i && i < k && i < j && j < n ==> a[i] <= a[j]);
    invariant (forall i: int :: {from[i]} 0 <= i && i < n ==> 0 <= from[i] && from[i] < n && a[i] == input[from[i]]);
    invariant (forall i, j: int :: {from[i], from[j]} 0 <= i && i < j && j < n ==> from[i] != from[j]);
    measure n - k;
  {
    least, m := k, k + 1;
    while (m < n)
      invariant k <= least && least < m && m <= n;
      invariant (forall i: int :: {a[i]} k <= i && i < m ==> a[least] <= a[i]);
//    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
      measure n - m;
    {
      if (a[least] < a[m]) {
        least := m;
      }
      m := m + 1;
    }
    a := a[k := a[least]][least := a[k]];
    from := from[k := from[least]][least := from[k]];
    k := k + 1;
  }
}
