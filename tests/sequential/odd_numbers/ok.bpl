// The sum of the first n odd numbers is n squared, and the cubes come by adding as well.
// A loop with several running values.

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

procedure Cubes(n: int) returns (c: int)
  requires 0 <= n;
  ensures c == n * n * n;
{
  var k, second, first: int;

  c, k, first, second := 0, 0, 1, 6;
  while (k < n)
    invariant 0 <= k && k <= n;
    invariant second == 6 * k + 6;
    invariant first == 3 * k * k + 3 * k + 1;
    invariant c == k * k * k;
    measure n - k;
  {
    c, first, second, k := c + first, first + second, second + 6, k + 1;
  }
}
