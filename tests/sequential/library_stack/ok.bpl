// lib: base node
// A stack as a linked list in a map of nodes. What it stands for is a vector, by the lemmas of the library.

var top: Option Loc;
var nodes: Map (One Loc) (Node int);

procedure Push(l: Loc, x: int)
  modifies top, nodes;
  requires InDomain(nodes, top) && !Map_Contains(nodes, One(l));
  ensures InDomain(nodes, top) && top == Some(l);
  ensures StackAbs(top, nodes) == Vec_Append(StackAbs(old(top), old(nodes)), x);
{
  var before: Map (One Loc) (Node int);
  before := nodes;
  nodes := Map_Update(nodes, One(l), Node(top, x));
  call StackFrameLemma(top, before, nodes);
  top := Some(l);
  call StackAbsLemma(top, nodes);
}

procedure Pop() returns (x: int)
  modifies top;
  requires InDomain(nodes, top) && top is Some;
  ensures InDomain(nodes, top);
  ensures StackAbs(old(top), nodes) == Vec_Append(StackAbs(top, nodes), x);
{
  call StackAbsLemma(top, nodes);
  Node(top, x) := Map_At(nodes, One(top->t));
}

procedure PushAndPop(l: Loc, x: int) returns (y: int)
  modifies top, nodes;
  requires InDomain(nodes, top) && !Map_Contains(nodes, One(l));
  ensures y == x;
  ensures StackAbs(top, nodes) == StackAbs(old(top), old(nodes));
{
  call Push(l, x);
  assert Vec_Nth(StackAbs(top, nodes), Vec_Len(StackAbs(top, nodes)) - 1) == x;
  call y := Pop();
  call Same(StackAbs(old(top), old(nodes)), x, StackAbs(top, nodes), y);
}

// Appending can be undone.
procedure Same(v: Vec int, x: int, w: Vec int, y: int)
  requires Vec_Append(v, x) == Vec_Append(w, y);
  ensures v == w && x == y;
{
  assert Vec_Len(v) == Vec_Len(w);
  assert Vec_Nth(Vec_Append(v, x), Vec_Len(v)) == x;
  assert Vec_Remove(Vec_Append(v, x)) == v;
}
