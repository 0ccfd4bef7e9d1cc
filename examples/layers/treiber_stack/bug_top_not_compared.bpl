// The top is overwritten without comparing: a push of another thread in between is lost.

datatype List { Nil(), Cons(head: int, tail: List) }

datatype Node { Node(value: int, next: Option Loc) }

var {:layer 0, 1} top: Option Loc;
var {:layer 0, 1} memory: [Loc]Node;
var {:layer 0, 1} {:linear} published: UnitMap (One Loc);
var {:layer 1, 1} below: [Loc]List;
var {:layer 1, 2} stack: List;

function {:inline} ListAt(place: Option Loc, below: [Loc]List): List
{
  if place is None then Nil() else below[place->t]
}

function {:inline} Known(place: Option Loc, published: UnitMap (One Loc)): bool
{
  place is None || Map_Contains(published, One(place->t))
}

yield invariant {:layer 1} Shape();
preserves Known(top, published) && stack == ListAt(top, below);
preserves (forall l: Loc :: {memory[l]} Map_Contains(published, One(l)) ==>
  Known(memory[l]->next, published) && below[l] == Cons(memory[l]->value, ListAt(memory[l]->next, below)));

yield invariant {:layer 1} Seen(place: Loc, node: Node);
preserves Map_Contains(published, One(place)) && memory[place] == node;

yield invariant {:layer 1} Published(place: Option Loc);
preserves Known(place, published);

yield invariant {:layer 1} Fresh({:linear} mine: One Loc);

yield invariant {:layer 1} Private({:linear} mine: One Loc, node: Node);
preserves memory[mine->val] == node;

yield procedure {:layer 1} Push(value: int)
//                         ^^^^ non-interference
refines atomic action {:layer 2} _
{
  stack := Cons(value, stack);
}
preserves call Shape();
//        ^^^^^^^^^^^^ yield-invariant
{
  var seen: Option Loc;
  var mine: One Loc;
  var place: Loc;
  var done: bool;
  while (true)
  invariant {:yields} true;
  invariant call Shape();
  {
    call mine := Loc_New();
    place := mine->val;
    call seen := GetTop();
    call Shape() | Published(seen) | Fresh(mine);
    call Fill(mine, Node(value, seen));
    call Shape() | Published(seen) | Private(mine, Node(value, seen));
    call done := Publish(seen, mine);
    if (done) {
      call {:layer 1} stack := Copy(Cons(value, stack));
      call {:layer 1} below := Copy(below[place := stack]);
      return;
    }
  }
}

yield procedure {:layer 1} Pop() returns (result: Option int)
refines atomic action {:layer 2} _
{
  if (stack is Nil) {
    result := None();
  } else {
    result := Some(stack->head);
    stack := stack->tail;
  }
}
preserves call Shape();
{
  var seen: Option Loc;
  var node: Node;
  var done: bool;
  while (true)
  invariant {:yields} true;
  invariant call Shape();
  {
    call seen := GetTop();
    if (seen is None) {
      result := None();
      return;
    }
    call Shape() | Published(seen);
    call node := Fetch(seen->t);
    call Shape() | Seen(seen->t, node);
    call done := Swing(seen, node->next);
    if (done) {
      result := Some(node->value);
      call {:layer 1} stack := Copy(stack->tail);
      return;
    }
  }
}

yield procedure {:layer 0} GetTop() returns (seen: Option Loc);
refines atomic action {:layer 1} _
{
  seen := top;
}

// Only the owner of a node writes it.
yield procedure {:layer 0} Fill({:linear} mine: One Loc, node: Node);
refines atomic action {:layer 1} _
{
  memory[mine->val] := node;
}

yield procedure {:layer 0} Fetch(place: Loc) returns (node: Node);
refines atomic action {:layer 1} _
{
  assert Map_Contains(published, One(place));
  node := memory[place];
}

// A node that lost the race stays unreachable, and is left to the garbage collector.
yield procedure {:layer 0} Publish(before: Option Loc, {:linear_in} mine: One Loc) returns (done: bool);
refines atomic action {:layer 1} _
{
  done := true;
  if (done) {
    top := Some(mine->val);
    call One_Put(published, mine);
  }
}

yield procedure {:layer 0} Swing(before: Option Loc, after: Option Loc) returns (done: bool);
refines atomic action {:layer 1} _
{
  done := top == before;
  if (done) {
    top := after;
  }
}
