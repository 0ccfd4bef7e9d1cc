// The new element overwrites the last one instead of following it.
// The entry behind is counted, but never written.

procedure Unique(input: [int]int, n: int) returns (a: [int]int, m: int)
  requires 1 <= n;
  requires (forall i, j: int :: {input[i], input[j]} 0 <= i && i < j && j < n ==> input[i] <= input[j]);
  ensures 1 <= m && m <= n;
  ensures (forall i, j: int :: {a[i], a[j]} 0 <= i && i < j && j < m ==> a[i] < a[j]);
{
  var k: int;

  a, m, k := input, 1, 1;
  while (k < n)
    invariant 1 <= m && m <= k && k <= n;
    invariant (forall i, j: int :: {a[i], a[j]} 0 <= i && i < j && j < m ==> a[i] < a[j]);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    invariant (forall i: int :: {a[i]} k <= i && i < n ==> a[i] == input[i]);
    invariant a[m - 1] == input[k - 1];
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    measure n - k;
  {
    if (input[k] != a[m - 1]) {
      a[m - 1] := input[k];
      m := m + 1;
    }
    k := k + 1;
  }
}
