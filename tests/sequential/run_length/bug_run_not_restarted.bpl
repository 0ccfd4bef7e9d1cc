// A new run begins one element too early.
// It then holds an element of the run before.

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
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    invariant (forall i: int :: {a[i]} at <= i && i < at + longest ==> a[i] == a[at]);
    invariant k - start <= longest;
    measure n - k;
  {
    if (a[k] != a[k - 1]) {
      start := k - 1;
    }
    k := k + 1;
    if (longest < k - start) {
      longest, at := k - start, start;
    }
  }
}
