// The index is increased before the return, so it points behind the zero that was found.
// The second postcondition fails at the return inside the loop.

procedure FirstZero(a: [int]int, n: int) returns (at: int)
  requires 0 <= n;
  ensures 0 <= at && at <= n;
  ensures at < n ==> a[at] == 0;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  at := 0;
  if (n == 0) {
    return;
  }
  while (at < n)
    invariant 0 <= at && at <= n;
  {
    if (a[at] == 0) {
      at := at + 1;
      return;
    }
    at := at + 1;
  }
  assert at == n;
}
