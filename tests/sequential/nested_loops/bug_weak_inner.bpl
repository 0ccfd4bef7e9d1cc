// The inner loop no longer says what it has added up.
// After it, nothing is known about the product, and the outer invariant is lost.

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
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    measure a - i;
  {
    j := 0;
    while (j < b)
      invariant 0 <= j && j <= b;
      measure b - j;
    {
      product := product + 1;
      j := j + 1;
    }
    i := i + 1;
  }
}
