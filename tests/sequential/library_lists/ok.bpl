// lib: base node
// Linked lists in a heap: what can be reached, before and after a link is changed.

var heap: [One Loc]Node int;

procedure Prepend(head: Option Loc, new: Loc, x: int) returns (head': Option Loc)
  modifies heap;
  requires Between(heap, head, head, None());
  requires !Between(heap, head, Some(new), None());
  ensures Between(heap, head', head, None());
  ensures (forall l: Loc :: {Between(heap, head', Some(l), None())}
    Between(heap, head', Some(l), None()) <==> l == new || Between(old(heap), head, Some(l), None()));
{
  heap[One(new)] := Node(head, x);
  head' := Some(new);
}

procedure Drop(head: Loc) returns (head': Option Loc)
  requires Between(heap, Some(head), Some(head), None());
  ensures Between(heap, head', head', None());
  ensures !Between(heap, head', Some(head), None());
{
  head' := heap[One(head)]->next;
}

procedure Walk(head: Option Loc)
  requires Between(heap, head, head, None());
{
  var at: Option Loc;
  at := head;
  while (at is Some)
    invariant Between(heap, head, at, None());
  {
    at := heap[One(at->t)]->next;
  }
}
