// The root of two is no fraction of numbers up to 70.

procedure Nonlinear(x: int, y: int)
  requires 1 <= x && x <= 70;
  requires 1 <= y && y <= 70;
{
  assert x * x != 2 * y * y;
}
