// lib: base
// A map may hold anything outside its domain unless it is known to be well-formed: so removing a key that is not there
// can change the map.

type Name;

procedure Erase(a: Map Name int, n: Name)
  requires !Map_Contains(a, n);
{
  assert Map_Remove(a, n)->dom == a->dom;
  assert Map_Remove(a, n) == a;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
