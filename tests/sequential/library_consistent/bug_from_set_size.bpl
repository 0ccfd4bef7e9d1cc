// lib: base set_size
// Every axiom on sizes is used, on finite sets and on others, and nothing false follows.

procedure Sizes(a: [int]bool, b: [int]bool, x: int)
{
  var c, d: [int]bool;
  c := Set_Add(Set_Remove(a, x), x + 1);
  d := Set_Union(Set_Intersection(a, c), Set_Difference(c, b));
  assume Set_IsFinite(a) && Set_IsFinite(d) && !Set_IsFinite(b);
  assume Set_Size(Set_Union(a, b)) == Set_Size(c) && Set_Size(Set_Intersection(b, d)) == 3;
  assume Set_Size(Set_Difference(a, b)) == 2 && Set_Size(Set_Singleton(x)) == 1;
  assert false;
//^^^^^^^^^^^^^ assertion
}

procedure Everything(x: int)
{
  var all: [int]bool;
  all := MapConst(true);
  assume Set_Size(Set_Remove(Set_Remove(all, x), x + 1)) == -1;
  assume Set_Size(Set_Difference(all, AtLeast(0))) == Set_Size(AtLeast(1));
  assert false;
//^^^^^^^^^^^^^ assertion
}

procedure Truths(a: [bool]bool)
{
  assume Set_Size(a) == 2 && Set_Size(Set_Remove(a, true)) == 1;
  assert false;
//^^^^^^^^^^^^^ assertion
}
