// A loop by gotos with two back edges to one head.
// Both paths through the body must maintain the invariant.

procedure Collapse(n: int) returns (x: int)
  requires 1 <= n;
  ensures x == 1;
{
  x := n;
  Head:
    assert 1 <= x && x <= n;
    goto Even, Odd, Out;
  Even:
    assume x mod 2 == 0;
    x := x div 2;
    goto Head;
  Odd:
    assume x mod 2 == 1 && x != 1;
    x := x - 1;
    goto Head;
  Out:
    assume x == 1;
}
