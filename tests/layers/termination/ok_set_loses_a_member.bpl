// Each call takes a member out of the set. That this comes to an end if the set is finite is told as a warning.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Count();
refines both action {:layer 1} _ { x := x + 1; }

yield left procedure {:layer 1} Empty(set: [int]bool)
modifies x;
{
  var key: int;

  if (set != MapConst(false)) {
    key := Choice(set);
    call Count();
    call Empty(set[key := false]);
  }
}
