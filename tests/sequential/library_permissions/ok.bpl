// lib: base
// The types that ownership speaks of are ordinary datatypes: permissions, cells, tags, and options.

procedure Collect(a: One int, m: UnitMap (One int))
{
  assert Set_Contains(One_Collector(a), a);
  assert Set_Contains(Map_Collector(Map_Update(m, a, Unit())), a);
  assert Map_Collector_Empty(m) == (Set_Empty() : [Loc]bool);
}

procedure Tagged(l: Loc, k: Loc, xs: [int]bool, x: int)
  requires Set_Contains(xs, x) && l != k;
{
  assert Set_Contains(Tags(l, xs), One(Tag(l, x)));
  assert !Set_Contains(Tags(l, xs), One(Tag(k, x)));
  assert Set_IsDisjoint(Tags(l, xs), Tags(k, xs));
}

procedure Hold(c: Cell int bool, o: Option int) returns (c': Cell int bool)
  requires o is Some;
  ensures c'->key->val == o->t && c'->val == !c->val;
{
  c' := Cell(One(o->t), !c->val);
  assert Id(o) != None();
}
