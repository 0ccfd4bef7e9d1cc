// The mirror image is looked for one place too high.
// For the first element it lies behind the end.

procedure Palindrome(a: [int]int, n: int) returns (yes: bool)
  requires 0 <= n;
  ensures yes <==> (forall i: int :: {a[i]} 0 <= i && i < n ==> a[i] == a[n - 1 - i]);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  var k: int;

  k := 0;
  while (k < n)
    invariant 0 <= k && k <= n;
    invariant (forall i: int :: {a[i]} 0 <= i && i < k ==> a[i] == a[n - 1 - i]);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    measure n - k;
  {
    if (a[k] != a[n - k]) {
      yes := false;
      return;
    }
    k := k + 1;
  }
  yes := true;
}
