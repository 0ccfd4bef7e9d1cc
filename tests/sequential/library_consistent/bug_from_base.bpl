// lib: base
// Every axiom of the base library is used, on several values, and nothing false follows.

procedure Sets(a: [int]bool, b: [int]bool, x: int)
{
  var c: [int]bool;
  c := Set_Union(Set_Difference(a, b), Set_Singleton(x));
  assume Choice(a) != Choice(b) && Choice(Set_Empty()) == x && Choice(c) != x;
  assume Set_Contains(Range(x, 3), Choice(c)) && Identity[x] > 5;
  assert false;
//^^^^^^^^^^^^^ assertion
}

procedure Vectors(v: Vec int, w: Vec int, i: int, j: int)
{
  var u: Vec int;
  u := Vec_Concat(Vec_Slice(v, i, j), Vec_Append(w, Vec_Nth(v, i)));
  u := Vec_Remove(Vec_Swap(Vec_Update(u, j, 7), i, j));
  assume Vec_Nth(u, 0) != Vec_Nth(v, 0) && Vec_Nth(w, -1) == Vec_Nth(u, 100) && Vec_Len(u) < 100;
  assume Vec_Slice(v, j, i) == Vec_Empty() && Vec_Remove(w) != w;
  assert false;
//^^^^^^^^^^^^^ assertion
}

procedure NestedVectors(v: Vec (Vec int), i: int)
{
  var u: Vec (Vec int);
  u := Vec_Append(Vec_Slice(v, 0, i), Vec_Append(Vec_Nth(v, i), Vec_Len(v)));
  assume Vec_Len(Default() : Vec int) == 5 && Vec_Len(Vec_Nth(u, -1)) == 5;
  assert false;
//^^^^^^^^^^^^^ assertion
}

procedure Maps(a: Map int bool, b: Map int bool, t: [int]bool)
{
  assume Map_WellFormed(a) && Map_WellFormed(b) && Set_IsSubset(t, a->dom) && a != b;
  assume Map_Union(Map_Extract(a, t), Map_Exclude(a, t)) == a && Map_IsDisjoint(a, b);
  assume Map_Swap(a, 1, 2) == Map_Remove(Map_Update(b, 3, true), 4);
  assert false;
//^^^^^^^^^^^^^ assertion
}
