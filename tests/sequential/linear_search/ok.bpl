// Linear search from the end, downwards.
// The last place that holds the key, or -1.

procedure LastIndex(a: [int]int, n: int, key: int) returns (at: int)
  requires 0 <= n;
  ensures -1 <= at && at < n;
  ensures 0 <= at ==> a[at] == key;
  ensures (forall i: int :: {a[i]} at < i && i < n ==> a[i] != key);
{
  at := n - 1;
  while (0 <= at && a[at] != key)
    invariant -1 <= at && at < n;
    invariant (forall i: int :: {a[i]} at < i && i < n ==> a[i] != key);
    measure at + 1;
  {
    at := at - 1;
  }
}
