// Gotos and structured statements in one body: a goto out of nested ifs to a label at the end.
// Also a label that nothing jumps to, and control that falls through it.

procedure Classify(x: int, y: int) returns (quadrant: int)
  ensures x == 0 || y == 0 <==> quadrant == 0;
  ensures quadrant == 1 <==> x > 0 && y > 0;
{
  quadrant := 0;
  if (x == 0) {
    goto Done;
  }
  if (y == 0) {
    goto Done;
  }
  Compute:
  if (y > 0) {
    quadrant := if x > 0 then 1 else 2;
  } else {
    if (x < 0) {
      quadrant := 3;
      goto Done;
    }
    quadrant := 4;
  }
  Done:
  return;
}
