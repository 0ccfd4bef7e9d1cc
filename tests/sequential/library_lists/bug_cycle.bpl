// lib: base node
// The new node may already be in the list: then the list becomes a cycle, and its end is not reached any more.

var heap: [One Loc]Node int;

procedure Prepend(head: Option Loc, new: Loc, x: int) returns (head': Option Loc)
  modifies heap;
  requires Between(heap, head, head, None());
  ensures Between(heap, head', head', None());
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  heap[One(new)] := Node(head, x);
  head' := Some(new);
}
