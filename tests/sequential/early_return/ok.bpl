// Several returns: the postconditions are checked at each of them.
// A return inside a loop skips what comes after it.

procedure FirstZero(a: [int]int, n: int) returns (at: int)
  requires 0 <= n;
  ensures 0 <= at && at <= n;
  ensures at < n ==> a[at] == 0;
{
  at := 0;
  if (n == 0) {
    return;
  }
  while (at < n)
    invariant 0 <= at && at <= n;
  {
    if (a[at] == 0) {
      return;
    }
    at := at + 1;
  }
  assert at == n;
}
