// The first summand is 0, so even numbers are summed up.
// The invariant about the summand does not hold on entry.

procedure Squares(n: int) returns (s: int)
  requires 0 <= n;
  ensures s == n * n;
{
  var k, odd: int;

  s, k, odd := 0, 0, 0;
  while (k < n)
    invariant 0 <= k && k <= n;
    invariant odd == 2 * k + 1;
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-entry
    invariant s == k * k;
    measure n - k;
  {
    s, odd, k := s + odd, odd + 2, k + 1;
  }
}
