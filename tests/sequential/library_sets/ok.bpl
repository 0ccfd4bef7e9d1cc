// lib: base
// Sets of the base library: algebra, members, and a loop that empties a set by choosing members.

procedure Algebra(a: [int]bool, b: [int]bool, c: [int]bool)
{
  assert Set_Union(a, Set_Intersection(b, c)) == Set_Intersection(Set_Union(a, b), Set_Union(a, c));
  assert Set_Difference(a, Set_Union(b, c)) == Set_Intersection(Set_Difference(a, b), Set_Difference(a, c));
  assert Set_IsSubset(Set_Intersection(a, b), Set_Union(a, c));
  assert Set_IsDisjoint(Set_Difference(a, b), b);
  assert Set_IsSubset(a, b) && Set_IsSubset(b, a) ==> a == b;
}

procedure Members(a: [int]bool, x: int, y: int)
  requires !Set_Contains(a, x);
{
  assert Set_Remove(Set_Add(a, x), x) == a;
  assert x != y ==> Set_Contains(Set_Add(a, x), y) == Set_Contains(a, y);
  assert Set_IsDisjoint(a, Set_Singleton(x));
  assert Set_Contains(Range(3, 2), 3) && Set_Contains(Range(3, 2), 4) && !Set_Contains(Range(3, 2), 5);
}

procedure Drain(all: [int]bool) returns (seen: [int]bool)
  ensures seen == all;
{
  var left: [int]bool;
  var x: int;
  left, seen := all, Set_Empty();
  while (left != Set_Empty())
    invariant Set_Union(left, seen) == all;
    invariant Set_IsDisjoint(left, seen);
  {
    x := Choice(left);
    assert Set_Contains(left, x) && !Set_Contains(seen, x);
    left := Set_Remove(left, x);
    seen := Set_Add(seen, x);
  }
}
