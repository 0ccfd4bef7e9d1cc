// The comparison is the wrong way round: the loop computes the smallest element.
// The invariant that `max` is an upper bound is not maintained.

procedure Max(a: [int]int, n: int) returns (max: int, at: int)
  requires 0 < n;
  // The result is an upper bound ...
  ensures (forall i: int :: {a[i]} 0 <= i && i < n ==> a[i] <= max);
  // ... and one of the elements.
  ensures 0 <= at && at < n && a[at] == max;
{
  var k: int;

  max, at := a[0], 0;
  k := 1;
  // Everything that the code after the loop may rely on is in the invariants:
  // a loop is checked once, from an arbitrary state in which they hold.
  while (k < n)
    invariant 1 <= k && k <= n;
    invariant (forall i: int :: {a[i]} 0 <= i && i < k ==> a[i] <= max);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    invariant 0 <= at && at < k && a[at] == max;
    measure n - k;
  {
    if (a[k] < max) {
      max, at := a[k], k;
    }
    k := k + 1;
  }
}
