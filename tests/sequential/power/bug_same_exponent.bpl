// The exponent stays the same when the base is squared.
// The measure does not decrease.

function Power(x: int, n: int): int;
axiom (forall x: int :: {Power(x, 0)} Power(x, 0) == 1);

// One step of the definition, used by calling it.
procedure Step(x: int, n: int);
  requires 0 < n;
  ensures Power(x, n) == x * Power(x, n - 1);

procedure Square(x: int, n: int)
  requires 0 <= n;
  ensures Power(x, 2 * n) == Power(x * x, n);
  measure n;
{
  if (0 < n) {
    call Square(x, n - 1);
    call Step(x, 2 * n);
    call Step(x, 2 * n - 1);
    call Step(x * x, n);
  } else {
    assert Power(x, 0) == Power(x * x, 0);
  }
}

procedure Fast(x: int, n: int) returns (r: int)
  requires 0 <= n;
  ensures r == Power(x, n);
  measure n;
{
  if (n == 0) {
    r := 1;
  } else if (n mod 2 == 0) {
    call r := Fast(x * x, n);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^ measure
    call Square(x, n div 2);
    assert 2 * (n div 2) == n;
  } else {
    call r := Fast(x, n - 1);
    call Step(x, n);
    r := x * r;
  }
}
