// The base case is reached only for 1.
// For 0, the recursion goes below zero, where the precondition forbids it.

function Power(n: int): int;
axiom Power(0) == 1;
axiom (forall n: int :: {Power(n)} 0 < n ==> Power(n) == 2 * Power(n - 1));

procedure Compute(n: int) returns (p: int)
  requires 0 <= n;
  ensures p == Power(n);
  measure n;
{
  if (n == 1) {
    p := 2;
  } else {
    call p := Compute(n - 1);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^ precondition
    p := p + p;
  }
}
