// The comparison finds a difference, and the answer is yes all the same.
// The postcondition fails where the loop is left.

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
    measure n - k;
  {
    if (a[k] != a[n - 1 - k]) {
      yes := true;
      return;
    }
    k := k + 1;
  }
  yes := true;
}
