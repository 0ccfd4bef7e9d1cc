// The walk is extended to the node after the next.
// There need not be an edge to it.

type Node;
function Edge(a: Node, b: Node): bool;
function Path(a: Node, b: Node, n: int): bool;
axiom (forall a, b: Node :: {Path(a, b, 0)} Path(a, b, 0) <==> a == b);

procedure Extend(a: Node, b: Node, c: Node, n: int);
  requires 0 <= n;
  requires Path(a, b, n) && Edge(b, c);
  ensures Path(a, c, n + 1);

procedure Walk(start: Node, n: int, walk: [int]Node)
  requires 0 <= n;
  requires walk[0] == start;
  requires (forall i: int :: {Edge(walk[i], walk[i + 1])} 0 <= i && i < n ==> Edge(walk[i], walk[i + 1]));
  ensures Path(start, walk[n], n);
{
  var k: int;

  k := 0;
  assert Path(start, walk[0], 0);
  while (k < n)
    invariant 0 <= k && k <= n;
    invariant Path(start, walk[k], k);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    measure n - k;
  {
    call Extend(start, walk[k], walk[k + 2], k);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ precondition
    k := k + 1;
  }
}
