// A break with a label may leave an if statement, too.
// Here it skips the rest of a labelled block after a check.

procedure Limit(x: int) returns (y: int)
  ensures y <= 100;
  ensures x <= 50 ==> y == 2 * x;
{
  y := 2 * x;
  Check:
  if (x > 0) {
    if (y <= 100) {
      break Check;
    }
    y := 100;
  }
}
