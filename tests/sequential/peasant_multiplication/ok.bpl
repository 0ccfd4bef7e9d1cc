// Multiplication by halving and doubling: one factor is halved, the other doubled, odd rests are added up.
// The product is a function known by three laws, which are used by calling them.

function Times(x: int, y: int): int;

procedure TimesZero(y: int);
  ensures Times(0, y) == 0;

procedure TimesOdd(x: int, y: int);
  ensures Times(x, y) == y + Times(x - 1, y);

procedure TimesDouble(h: int, y: int);
  ensures Times(2 * h, y) == Times(h, y + y);

procedure Multiply(a: int, b: int) returns (product: int)
  requires 0 <= a;
  ensures product == Times(a, b);
{
  var x, y: int;

  x, y, product := a, b, 0;
  while (0 < x)
    invariant 0 <= x;
    invariant product + Times(x, y) == Times(a, b);
    measure x;
  {
    if (x mod 2 == 1) {
      call TimesOdd(x, y);
      product, x := product + y, x - 1;
    } else {
      call TimesDouble(x div 2, y);
      x, y := x div 2, y + y;
    }
  }
  call TimesZero(y);
}
