// lib: base node set_size
// The three libraries together. The siblings ask each library for a contradiction, and must not get one.

procedure Together(heap: [One Loc]Node int, l: Loc, v: Vec int)
  requires heap[One(l)] == Node(None(), 3);
{
  var a: [Loc]bool;
  a := Set_Add(Set_Empty(), l);
  assert Set_Size(a) == 1;
  assert Choice(a) == l;
  assert Between(heap, Some(l), None(), None());
  assert !Between(heap, Some(l), None(), Some(l));
  assert Vec_Nth(Vec_Append(v, heap[One(l)]->val), Vec_Len(v)) == 3;
}
