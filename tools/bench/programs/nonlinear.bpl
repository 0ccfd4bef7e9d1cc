// Products of variables: the solver searches for the right combination of products.

procedure Nonlinear(a: int, b: int, c: int, d: int)
  requires 1 <= a && 1 <= b && 1 <= c && 1 <= d;
{
  assert (a * c + b * d) * (a * c + b * d) <= (a * a + b * b) * (c * c + d * d);
  assert 4 * a * b <= (a + b) * (a + b);
  assert a * b * c <= a * b * c * d;
}
