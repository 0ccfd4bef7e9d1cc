// One of the choices takes a single step.
// Both other choices are right, but one wrong choice is enough.

procedure Walk(start: int) returns (x: int)
  requires start mod 2 == 0 && -10 <= start && start <= 10;
  ensures x mod 2 == 0;
  ensures -10 <= x && x <= 10;
{
  x := start;
  while (*)
    invariant x mod 2 == 0;
//  ^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    invariant -10 <= x && x <= 10;
  {
    if (*) {
      if (x < 10) {
        x := x + 2;
      }
    } else if (*) {
      if (-10 < x) {
        x := x - 1;
      }
    } else {
      x := -x;
    }
  }
}
