// lib: base node
// Every axiom on lists is used, on lists that end, on cycles, and on changed heaps, and nothing false follows.

procedure Lists(heap: [One Loc]Node int, k: Loc, l: Loc, m: Loc)
{
  assume k != l && l != m && heap[One(k)]->next == Some(l);
  assume Between(heap, Some(k), Some(l), Some(m)) && Between(heap, Some(m), None(), None());
  assert false;
//^^^^^^^^^^^^^ assertion
}

procedure Cycle(heap: [One Loc]Node int, k: Loc, l: Loc)
{
  assume k != l && heap[One(k)]->next == Some(l) && heap[One(l)]->next == Some(k);
  assert Between(heap, Some(k), Some(l), Some(l)) && Between(heap, Some(l), Some(k), Some(k));
  assert false;
//^^^^^^^^^^^^^ assertion
}

procedure Changed(heap: [One Loc]Node int, k: Loc, l: Loc, x: int)
{
  var new: [One Loc]Node int;
  new := heap[One(l) := Node(Some(k), x)];
  assume k != l && Between(heap, Some(k), Some(l), None());
  assert Between(new, Some(l), Some(k), Some(k));
  assert !Between(new, Some(k), None(), None());
  assert false;
//^^^^^^^^^^^^^ assertion
}
