// The points on the horizontal axis are no longer set aside.
// They are counted into the third and the fourth quadrant.

procedure Classify(x: int, y: int) returns (quadrant: int)
  ensures x == 0 || y == 0 <==> quadrant == 0;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
  ensures quadrant == 1 <==> x > 0 && y > 0;
{
  quadrant := 0;
  if (x == 0) {
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
