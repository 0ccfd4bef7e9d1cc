// The recursion ends with 0 instead of 1.
// The base case contradicts the axiom.

function Power(n: int): int;
axiom Power(0) == 1;
axiom (forall n: int :: {Power(n)} 0 < n ==> Power(n) == 2 * Power(n - 1));

procedure Compute(n: int) returns (p: int)
  requires 0 <= n;
  ensures p == Power(n);
//^^^^^^^^^^^^^^^^^^^^^^ postcondition
  measure n;
{
  if (n == 0) {
    p := 0;
  } else {
    call p := Compute(n - 1);
    p := p + p;
  }
}
