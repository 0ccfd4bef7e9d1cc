// Powers of two by recursion, against a function given by axioms.
// The procedure's own contract is the induction hypothesis, the measure makes it a sound one.

function Power(n: int): int;
axiom Power(0) == 1;
axiom (forall n: int :: {Power(n)} 0 < n ==> Power(n) == 2 * Power(n - 1));

procedure Compute(n: int) returns (p: int)
  requires 0 <= n;
  ensures p == Power(n);
  measure n;
{
  if (n == 0) {
    p := 1;
  } else {
    call p := Compute(n - 1);
    p := p + p;
  }
}
