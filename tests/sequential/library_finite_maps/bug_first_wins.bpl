// lib: base
// A union takes the value of the first map where both have one, not that of the second.

type Name;

procedure Overwrite(a: Map Name int, b: Map Name int, n: Name)
  requires Map_Contains(b, n);
{
  assert Map_Contains(Map_Union(a, b), n);
  assert Map_At(Map_Union(a, b), n) == Map_At(b, n);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
