// The rank of the new root is not raised.
// It may be as low as the rank of what hangs below it.

type Node;
var parent: [Node]Node;
var rank: [Node]int;

function {:inline} Forest(parent: [Node]Node, rank: [Node]int): bool {
  (forall n: Node :: {parent[n]} parent[n] == n || rank[n] < rank[parent[n]])
}

procedure Find(n: Node, limit: int) returns (root: Node)
  requires Forest(parent, rank);
  requires (forall m: Node :: {rank[m]} rank[m] <= limit);
  ensures parent[root] == root;
{
  root := n;
  while (parent[root] != root)
    invariant rank[root] <= limit;
    measure limit - rank[root];
  {
    root := parent[root];
  }
}

procedure Link(a: Node, b: Node)
  requires Forest(parent, rank);
  requires parent[a] == a && parent[b] == b;
  modifies parent, rank;
  ensures Forest(parent, rank);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
  ensures parent[a] == b;
{
  if (a != b) {
    if (rank[b] <= rank[a]) {
      rank[b] := rank[a];
    }
    parent[a] := b;
  }
}
