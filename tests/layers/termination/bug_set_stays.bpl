// The guard says that the set has a member, but another key is taken out: with `{1}` the calls never end.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Count();
refines both action {:layer 1} _ { x := x + 1; }

yield left procedure {:layer 1} Empty(set: [int]bool)
modifies x;
{
  if (set != MapConst(false)) {
    call Count();
    call Empty(set[0 := false]);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ cooperation-recursion
  }
}
