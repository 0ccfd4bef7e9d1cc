// The step lemma is called with its arguments in the wrong order.
// Its precondition fails; assuming it nevertheless, the rest goes through.

function Gcd(x: int, y: int): int;

procedure GcdStep(x: int, y: int);
  requires 0 < y && y < x;
  ensures Gcd(x, y) == Gcd(x - y, y);

procedure GcdSwap(x: int, y: int);
  ensures Gcd(x, y) == Gcd(y, x);

procedure GcdSame(x: int);
  requires 0 < x;
  ensures Gcd(x, x) == x;

procedure Euclid(a: int, b: int) returns (g: int)
  requires 0 < a && 0 < b;
  ensures g == Gcd(a, b);
{
  var x, y: int;

  x, y := a, b;
  while (x != y)
    invariant 0 < x && 0 < y;
    invariant Gcd(x, y) == Gcd(a, b);
    measure x + y;
  {
    if (y < x) {
      call GcdStep(x, y);
      x := x - y;
    } else {
      call GcdSwap(x, y);
      call GcdStep(x, y);
//    ^^^^^^^^^^^^^^^^^^^ precondition
      call GcdSwap(y - x, x);
      y := y - x;
    }
  }
  call GcdSame(x);
  g := x;
}
