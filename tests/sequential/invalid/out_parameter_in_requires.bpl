// A precondition that speaks of the result.
// Results exist only afterwards.

procedure P(x: int) returns (y: int)
  requires x < y;
//             ^ resolve
{
  y := x;
}
