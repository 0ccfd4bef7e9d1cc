// A vote for somebody else does not reduce the lead.
// The others then have more votes than the lead allows.

function Count(a: [int]int, n: int, x: int): int;
axiom (forall a: [int]int, x: int :: {Count(a, 0, x)} Count(a, 0, x) == 0);

// One step of the definition, used by calling it.
procedure Step(a: [int]int, n: int);
  requires 0 < n;
  ensures (forall x: int :: {Count(a, n, x)}
    Count(a, n, x) == Count(a, n - 1, x) + (if a[n - 1] == x then 1 else 0));

procedure Candidate(a: [int]int, n: int) returns (candidate: int)
  requires 0 < n;
  // Anything else occurs in at most half of the places.
  ensures (forall x: int :: {Count(a, n, x)} x != candidate ==> 2 * Count(a, n, x) <= n);
{
  var k, lead: int;

  candidate, lead, k := a[0], 0, 0;
  while (k < n)
    invariant 0 <= k && k <= n && 0 <= lead && lead <= k;
    invariant 2 * Count(a, k, candidate) <= k + lead;
    invariant (forall x: int :: {Count(a, k, x)} x != candidate ==> 2 * Count(a, k, x) <= k - lead);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    measure n - k;
  {
    if (lead == 0) {
      candidate, lead := a[k], 1;
    } else if (a[k] == candidate) {
      lead := lead + 1;
    } else {
      lead := lead;
    }
    k := k + 1;
    call Step(a, k);
  }
}
