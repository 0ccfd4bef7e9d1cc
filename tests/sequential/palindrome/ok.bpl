// Whether an array reads the same from both ends.
// The answer is right both ways: yes means yes, and no means no.

procedure Palindrome(a: [int]int, n: int) returns (yes: bool)
  requires 0 <= n;
  ensures yes <==> (forall i: int :: {a[i]} 0 <= i && i < n ==> a[i] == a[n - 1 - i]);
{
  var k: int;

  k := 0;
  while (k < n)
    invariant 0 <= k && k <= n;
    invariant (forall i: int :: {a[i]} 0 <= i && i < k ==> a[i] == a[n - 1 - i]);
    measure n - k;
  {
    if (a[k] != a[n - 1 - k]) {
      yes := false;
      return;
    }
    k := k + 1;
  }
  yes := true;
}
