// The inner counter starts at 1.
// The inner invariant does not hold when the inner loop is reached.

procedure Multiply(a: int, b: int) returns (product: int)
  requires 0 <= a && 0 <= b;
  ensures product == a * b;
{
  var i, j: int;

  product := 0;
  i := 0;
  while (i < a)
    invariant 0 <= i && i <= a;
    invariant product == i * b;
    measure a - i;
  {
    j := 1;
    while (j < b)
      invariant 0 <= j && j <= b;
//    ^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-entry
      invariant product == i * b + j;
//    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-entry
      measure b - j;
    {
      product := product + 1;
      j := j + 1;
    }
    i := i + 1;
  }
}
