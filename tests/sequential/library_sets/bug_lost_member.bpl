// lib: base
// The chosen member is taken out of the set but never put into the other one: it is lost on the way.

procedure Drain(all: [int]bool) returns (seen: [int]bool)
  ensures seen == all;
{
  var left: [int]bool;
  var x: int;
  left, seen := all, Set_Empty();
  while (left != Set_Empty())
    invariant Set_Union(left, seen) == all;
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    invariant Set_IsDisjoint(left, seen);
  {
    x := Choice(left);
    assert Set_Contains(left, x) && !Set_Contains(seen, x);
    left := Set_Remove(left, x);
  }
}
