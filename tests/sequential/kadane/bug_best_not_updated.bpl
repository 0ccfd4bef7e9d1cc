// The best sum is never updated.
// The running sum overtakes it.

function Prefix(a: [int]int, n: int): int;
axiom (forall a: [int]int :: {Prefix(a, 0)} Prefix(a, 0) == 0);

// One step of the definition, used by calling it.
procedure Step(a: [int]int, n: int);
  requires 0 <= n;
  ensures Prefix(a, n + 1) == Prefix(a, n) + a[n];

procedure MaxSegment(a: [int]int, n: int) returns (best: int)
  requires 0 <= n;
  // The empty segment counts.
  ensures (forall i, j: int :: {Prefix(a, i), Prefix(a, j)}
    0 <= i && i <= j && j <= n ==> Prefix(a, j) - Prefix(a, i) <= best);
{
  var k, here: int;

  best, here, k := 0, 0, 0;
  while (k < n)
    invariant 0 <= k && k <= n;
    invariant here <= best;
//  ^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    invariant (forall i: int :: {Prefix(a, i)} 0 <= i && i <= k ==> Prefix(a, k) - Prefix(a, i) <= here);
    invariant (forall i, j: int :: {Prefix(a, i), Prefix(a, j)}
      0 <= i && i <= j && j <= k ==> Prefix(a, j) - Prefix(a, i) <= best);
    measure n - k;
  {
    here := here + a[k];
    if (here < 0) {
      here := 0;
    }
    if (best < here) {
      best := best;
    }
    call Step(a, k);
    k := k + 1;
  }
}
