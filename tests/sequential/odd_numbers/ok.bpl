// The sum of the first n odd numbers is n squared.
// A loop with several running values, updated in parallel.

procedure Squares(n: int) returns (s: int)
  requires 0 <= n;
  ensures s == n * n;
{
  var k, odd: int;

  s, k, odd := 0, 0, 1;
  while (k < n)
    invariant 0 <= k && k <= n;
    invariant odd == 2 * k + 1;
    invariant s == k * k;
    measure n - k;
  {
    s, odd, k := s + odd, odd + 2, k + 1;
  }
}
