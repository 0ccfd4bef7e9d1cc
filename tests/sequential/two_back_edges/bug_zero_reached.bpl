// The odd path also takes x == 1, and leaves 0 behind.
// The lower bound in the invariant breaks.

procedure Collapse(n: int) returns (x: int)
  requires 1 <= n;
  ensures x == 1;
{
  x := n;
  Head:
    assert 1 <= x && x <= n;
//  ^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    goto Even, Odd, Out;
  Even:
    assume x mod 2 == 0;
    x := x div 2;
    goto Head;
  Odd:
    assume x mod 2 == 1;
    x := x - 1;
    goto Head;
  Out:
    assume x == 1;
}
