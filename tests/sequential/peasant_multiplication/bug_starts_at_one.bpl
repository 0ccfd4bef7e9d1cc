// The product starts at one, as if it were a power.
// The invariant does not hold on entry.

procedure Multiply(a: int, b: int) returns (product: int)
  requires 0 <= a;
  ensures product == a * b;
{
  var x, y: int;

  x, y, product := a, b, 1;
  while (0 < x)
    invariant 0 <= x;
    invariant product + x * y == a * b;
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-entry
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
