// The test for the lower end has the wrong sign.
// Sums below it escape.

const low, high: int;
axiom low < 0 && 0 < high;

procedure Clamp(x: int) returns (y: int)
  ensures low <= y && y <= high;
  ensures low <= x && x <= high ==> y == x;
  ensures high < x ==> y == high;
{
  y := x;
  if (y < low) {
    y := low;
  } else if (high < y) {
    y := high;
  }
}

procedure SaturatingAdd(x: int, y: int) returns (z: int)
  requires low <= x && x <= high && low <= y && y <= high;
  ensures low <= z && z <= high;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
  ensures low <= x + y && x + y <= high ==> z == x + y;
{
  // Without a sum outside of the range on the way.
  if (0 < y && high - y < x) {
    z := high;
  } else if (y < 0 && x < low + y) {
    z := low;
  } else {
    z := x + y;
  }
}
