// lib: base
// The tags of two places are disjoint only if the places differ.

procedure Tagged(l: Loc, k: Loc, xs: [int]bool)
{
  assert Set_IsDisjoint(Tags(l, xs), Tags(k, xs));
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
