// Multiplication by repeated addition, the additions by repeated increments.
// Each of the two nested loops has its own invariants; the inner one repeats what the outer one needs.

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
    j := 0;
    while (j < b)
      invariant 0 <= j && j <= b;
      invariant product == i * b + j;
      measure b - j;
    {
      product := product + 1;
      j := j + 1;
    }
    i := i + 1;
  }
}
