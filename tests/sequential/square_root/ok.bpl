// The integer square root, by counting up and by bisection.
// Nonlinear arithmetic, with the squares kept in variables.

procedure CountUp(n: int) returns (r: int)
  requires 0 <= n;
  ensures r * r <= n && n < (r + 1) * (r + 1);
{
  var next: int;

  r, next := 0, 1;
  while (next <= n)
    invariant 0 <= r;
    invariant next == (r + 1) * (r + 1);
    invariant r * r <= n;
  {
    // (r + 2)^2 == (r + 1)^2 + 2r + 3
    next := next + 2 * r + 3;
    r := r + 1;
  }
}

procedure Bisect(n: int) returns (r: int)
  requires 0 <= n;
  ensures r * r <= n && n < (r + 1) * (r + 1);
{
  var high, mid: int;

  r, high := 0, n + 1;
  while (r + 1 != high)
    invariant 0 <= r && r < high;
    invariant r * r <= n && n < high * high;
    measure high - r;
  {
    mid := (r + high) div 2;
    if (mid * mid <= n) {
      r := mid;
    } else {
      high := mid;
    }
  }
}
