// The edge is entered in the other direction.
// The relation need not be symmetric.

type Key, Value;
type Set T = [T]bool;
type Relation A B = [A](Set B);
type Graph = Relation Key Key;
type Box _T;

function Open(b: Box Key): Key;

procedure Edges(g: Graph, s: Set Key, a: Key, b: Key) returns (h: [Key][Key]bool, t: [Key]bool)
  ensures h[a][b] && t[a] && t[b];
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
  ensures (forall k: Key :: {t[k]} s[k] ==> t[k]);
{
  h := g;
  h[b][a] := true;
  t := s[a := true][b := true];
}

procedure Boxes(x: Box Key, y: Box Key, g: Graph)
  requires x == y;
{
  assert g[Open(x)] == g[Open(y)];
}
