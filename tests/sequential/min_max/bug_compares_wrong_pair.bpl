// In the second case the smaller of the two is compared with the high mark.
// The larger one is never compared with it.

procedure MinMax(a: [int]int, n: int) returns (low: int, high: int)
  requires 1 <= n;
  ensures (forall i: int :: {a[i]} 0 <= i && i < n ==> low <= a[i] && a[i] <= high);
{
  var k: int;

  low, high, k := a[0], a[0], 1;
  while (k + 1 < n)
    invariant 1 <= k && k <= n;
    invariant (forall i: int :: {a[i]} 0 <= i && i < k ==> low <= a[i] && a[i] <= high);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    measure n - k;
  {
    if (a[k] < a[k + 1]) {
      low := if a[k] < low then a[k] else low;
      high := if high < a[k + 1] then a[k + 1] else high;
    } else {
      low := if a[k + 1] < low then a[k + 1] else low;
      high := if high < a[k + 1] then a[k + 1] else high;
    }
    k := k + 2;
  }
  if (k < n) {
    low := if a[k] < low then a[k] else low;
    high := if high < a[k] then a[k] else high;
  }
}
