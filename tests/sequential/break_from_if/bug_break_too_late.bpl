// The value is cut before the check, so the break no longer saves it.
// Values that need no cut are cut as well.

procedure Limit(x: int) returns (y: int)
  ensures y <= 100;
  ensures x <= 50 ==> y == 2 * x;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  y := 2 * x;
  Check:
  if (x > 0) {
    y := 100;
    if (y <= 100) {
      break Check;
    }
  }
}
