// The backward loop reads the entry before it steps down.
// It starts with the entry behind the end, and never reads the first.

function Sum(a: [int]int, n: int): int;
axiom (forall a: [int]int :: {Sum(a, 0)} Sum(a, 0) == 0);
axiom (forall a: [int]int, n: int :: {Sum(a, n)} 0 < n ==> Sum(a, n) == Sum(a, n - 1) + a[n - 1]);

procedure Forward(a: [int]int, n: int) returns (sum: int)
  requires 0 <= n;
  ensures sum == Sum(a, n);
{
  var k: int;

  sum, k := 0, 0;
  while (k < n)
    invariant 0 <= k && k <= n;
    invariant sum == Sum(a, k);
    measure n - k;
  {
    sum, k := sum + a[k], k + 1;
  }
}

procedure Backward(a: [int]int, n: int) returns (sum: int)
  requires 0 <= n;
  ensures sum == Sum(a, n);
{
  var k: int;

  sum, k := 0, n;
  while (0 < k)
    invariant 0 <= k && k <= n;
    invariant sum + Sum(a, k) == Sum(a, n);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    measure k;
  {
    sum := sum + a[k];
    k := k - 1;
  }
}
