// Each of the two invariants can be true, both cannot.

var {:layer 0, 1} x: int;

yield invariant {:layer 1} Positive();
preserves x > 0;

yield invariant {:layer 1} Negative();
preserves x < 0;

yield procedure {:layer 1} P()
//                         ^ vacuous
requires call Positive();
requires call Negative();
{
  assert {:layer 1} false;
}
