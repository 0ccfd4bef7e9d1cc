// Multiplication by halving and doubling.
// One factor is halved, the other doubled; odd halves are added up.

procedure Multiply(a: int, b: int) returns (product: int)
  requires 0 <= a;
  ensures product == a * b;
{
  var x, y: int;

  x, y, product := a, b, 0;
  while (0 < x)
    invariant 0 <= x;
    invariant product + x * y == a * b;
    measure x;
  {
    if (x mod 2 == 1) {
      product, x := product + y, x - 1;
    } else {
      x, y := x div 2, y + y;
      assert (2 * x) * (y div 2) == x * y;
    }
  }
}
