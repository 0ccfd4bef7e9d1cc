// A histogram: the total of the bins grows by one per element.
// The index of the updated entry is itself read from a map.

procedure Histogram(a: [int]int, n: int) returns (bins: [int]int, total: int)
  requires 0 <= n;
  requires (forall i: int :: {a[i]} 0 <= i && i < n ==> 0 <= a[i] && a[i] < 3);
  ensures bins[0] + bins[1] + bins[2] == n;
  ensures (forall v: int :: {bins[v]} 0 <= bins[v]);
{
  var k: int;

  bins := (lambda v: int :: 0);
  k := 0;
  while (k < n)
    invariant 0 <= k && k <= n;
    invariant bins[0] + bins[1] + bins[2] == k;
    invariant (forall v: int :: {bins[v]} 0 <= bins[v]);
  {
    bins[a[k]] := bins[a[k]] + 1;
    k := k + 1;
  }
  total := k;
}
