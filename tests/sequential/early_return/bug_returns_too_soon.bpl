// The procedure returns with 0 for one element as well, without looking at it.
// The second postcondition fails at the first return.

procedure FirstZero(a: [int]int, n: int) returns (at: int)
  requires 0 <= n;
  ensures 0 <= at && at <= n;
  ensures at < n ==> a[at] == 0;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  at := 0;
  if (n <= 1) {
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
