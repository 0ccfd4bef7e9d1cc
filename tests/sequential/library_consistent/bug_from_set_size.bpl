// lib: base set_size
// Every axiom on sizes is used, on finite sets and on others, and nothing false follows.

procedure Members(a: [int]bool, x: int)
{
  var c: [int]bool;
  c := Set_Add(Set_Remove(a, x), x + 1);
  assume Set_IsFinite(c) && Set_Contains(a, x) && Set_Size(a) == 1 && Set_Size(Set_Singleton(x)) == Set_Size(c);
  assert false;
//^^^^^^^^^^^^^ assertion
}

procedure Unions(a: [int]bool, b: [int]bool)
{
  assume Set_IsFinite(a) && !Set_IsFinite(b) && Set_Size(a) == 5 && Set_Size(b) == -1;
  assume Set_Size(Set_Union(a, b)) == Set_Size(b) + 2 && Set_Size(Set_Difference(a, b)) == 2;
  assert Set_Size(Set_Intersection(a, b)) == 3;
  assert false;
//^^^^^^^^^^^^^ assertion
}

procedure Infinite(all: [int]bool, some: [int]bool, x: int)
{
  assume !Set_IsFinite(all) && Set_Contains(all, x) && Set_IsSubset(some, all);
  assume Set_Size(Set_Remove(all, x)) == -1 && Set_Size(some) == 7;
  assert false;
//^^^^^^^^^^^^^ assertion
}

procedure Truths(a: [bool]bool)
{
  assume Set_Size(a) == 2 && Set_Size(Set_Remove(a, true)) == 1;
  assert false;
//^^^^^^^^^^^^^ assertion
}
