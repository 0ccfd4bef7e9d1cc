// lib: base node
// The node may be one of the stack already: then the list does not end any more.

var top: Option Loc;
var nodes: Map (One Loc) (Node int);

procedure Push(l: Loc, x: int)
  modifies top, nodes;
  requires InDomain(nodes, top);
  ensures InDomain(nodes, top);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  nodes := Map_Update(nodes, One(l), Node(top, x));
  top := Some(l);
}
