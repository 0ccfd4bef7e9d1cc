// The loop stops before index 0.
// It is returned although nothing was found there.

procedure LastIndex(a: [int]int, n: int, key: int) returns (at: int)
  requires 0 <= n;
  ensures -1 <= at && at < n;
  ensures 0 <= at ==> a[at] == key;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
  ensures (forall i: int :: {a[i]} at < i && i < n ==> a[i] != key);
{
  at := n - 1;
  while (0 < at && a[at] != key)
    invariant -1 <= at && at < n;
    invariant (forall i: int :: {a[i]} at < i && i < n ==> a[i] != key);
    measure at + 1;
  {
    at := at - 1;
  }
}
