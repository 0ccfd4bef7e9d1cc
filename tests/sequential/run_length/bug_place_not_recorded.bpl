// The length of the new longest run is recorded, but not its place.
// At the old place there is no run of this length.

procedure LongestRun(a: [int]int, n: int) returns (longest: int, at: int)
  requires 1 <= n;
  ensures 1 <= longest && 0 <= at && at + longest <= n;
  ensures (forall i: int :: {a[i]} at <= i && i < at + longest ==> a[i] == a[at]);
{
  var k, start: int;

  longest, at, k, start := 1, 0, 1, 0;
  while (k < n)
    invariant 1 <= k && k <= n && 0 <= start && start < k;
    invariant 1 <= longest && 0 <= at && at + longest <= k;
    invariant (forall i: int :: {a[i]} start <= i && i < k ==> a[i] == a[start]);
    invariant (forall i: int :: {a[i]} at <= i && i < at + longest ==> a[i] == a[at]);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    invariant k - start <= longest;
    measure n - k;
  {
    if (a[k] != a[k - 1]) {
      start := k;
    }
    k := k + 1;
    if (longest < k - start) {
      longest := k - start;
    }
  }
}
