// One direction is not guarded.
// The walk may step over the upper edge.

procedure Walk(start: int) returns (x: int)
  requires start mod 2 == 0 && -10 <= start && start <= 10;
  ensures x mod 2 == 0;
  ensures -10 <= x && x <= 10;
{
  x := start;
  while (*)
    invariant x mod 2 == 0;
    invariant -10 <= x && x <= 10;
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
  {
    if (*) {
      x := x + 2;
    } else if (*) {
      if (-10 < x) {
        x := x - 2;
      }
    } else {
      x := -x;
    }
  }
}
