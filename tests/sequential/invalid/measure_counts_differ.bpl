// Two procedures that call each other, with measures of different lengths.
// They could not be compared.

procedure Even(n: int)
  requires 0 <= n;
  measure n;
{
  if (n > 0) {
    call Odd(n - 1);
//  ^^^^^^^^^^^^^^^^ resolve
  }
}

procedure Odd(n: int)
  requires 0 <= n;
  measure n, 0;
{
  if (n > 0) {
    call Even(n - 1);
//  ^^^^^^^^^^^^^^^^^ resolve
  }
}
