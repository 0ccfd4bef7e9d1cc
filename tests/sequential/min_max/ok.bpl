// Smallest and largest element in one pass, two elements at a time.
// An odd element at the end is looked at alone.

procedure MinMax(a: [int]int, n: int) returns (low: int, high: int)
  requires 1 <= n;
  ensures (forall i: int :: {a[i]} 0 <= i && i < n ==> low <= a[i] && a[i] <= high);
{
  var k: int;

  low, high, k := a[0], a[0], 1;
  while (k + 1 < n)
    invariant 1 <= k && k <= n;
    invariant (forall i: int :: {a[i]} 0 <= i && i < k ==> low <= a[i] && a[i] <= high);
    measure n - k;
  {
    if (a[k] < a[k + 1]) {
      low := if a[k] < low then a[k] else low;
      high := if high < a[k + 1] then a[k + 1] else high;
    } else {
      low := if a[k + 1] < low then a[k + 1] else low;
      high := if high < a[k] then a[k] else high;
    }
    k := k + 2;
  }
  if (k < n) {
    low := if a[k] < low then a[k] else low;
    high := if high < a[k] then a[k] else high;
  }
}
