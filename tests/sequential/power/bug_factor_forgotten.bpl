// The odd case does not multiply by x.
// The result has one factor too few.

type Element;
const one: Element;
function Times(x: Element, y: Element): Element;
function Power(x: Element, n: int): Element;

procedure Associative(x: Element, y: Element, z: Element);
  ensures Times(Times(x, y), z) == Times(x, Times(y, z));

procedure Zero(x: Element);
  ensures Power(x, 0) == one;

procedure Step(x: Element, n: int);
  requires 0 < n;
  ensures Power(x, n) == Times(x, Power(x, n - 1));

procedure Square(x: Element, n: int)
  requires 0 <= n;
  ensures Power(x, 2 * n) == Power(Times(x, x), n);
  measure n;
{
  if (n == 0) {
    call Zero(x);
    call Zero(Times(x, x));
  } else {
    call Square(x, n - 1);
    call Step(x, 2 * n);
    call Step(x, 2 * n - 1);
    call Step(Times(x, x), n);
    call Associative(x, x, Power(x, 2 * (n - 1)));
  }
}

procedure Fast(x: Element, n: int) returns (r: Element)
  requires 0 <= n;
  ensures r == Power(x, n);
//^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
  measure n;
{
  if (n == 0) {
    r := one;
    call Zero(x);
  } else if (n mod 2 == 0) {
    call r := Fast(Times(x, x), n div 2);
    call Square(x, n div 2);
  } else {
    call r := Fast(x, n - 1);
    call Step(x, n);
  }
}
