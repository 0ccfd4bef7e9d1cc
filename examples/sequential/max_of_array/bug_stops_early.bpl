// The loop stops one element too early, so the last element may be larger than the result.
// The invariants hold; what they say after the loop is not enough for the first postcondition.

procedure Max(a: [int]int, n: int) returns (max: int, at: int)
  requires 0 < n;
  // The result is an upper bound ...
  ensures (forall i: int :: {a[i]} 0 <= i && i < n ==> a[i] <= max);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
  // ... and one of the elements.
  ensures 0 <= at && at < n && a[at] == max;
{
  var k: int;

  max, at := a[0], 0;
  k := 1;
  // Everything that the code after the loop may rely on is in the invariants:
  // a loop is checked once, from an arbitrary state in which they hold.
  while (k < n - 1)
    invariant 1 <= k && k <= n;
    invariant (forall i: int :: {a[i]} 0 <= i && i < k ==> a[i] <= max);
    invariant 0 <= at && at < k && a[at] == max;
    measure n - k;
  {
    if (max < a[k]) {
      max, at := a[k], k;
    }
    k := k + 1;
  }
}
