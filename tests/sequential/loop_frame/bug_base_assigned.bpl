// The loop assigns to base, without an invariant about it.
// So the assertion after the loop cannot be relied on.

procedure Fill(n: int, first: int, input: [int]int) returns (a: [int]int, count: int)
  requires 0 <= n && first == 7;
  ensures count == first + n;
  ensures a[-1] == input[-1];
{
  var k, base: int;

  base := first;
  a := input;
  k := 0;
  while (k < n)
    invariant 0 <= k && k <= n;
    invariant a[-1] == input[-1];
  {
    a[k] := base;
    base := a[k];
    k := k + 1;
  }
  // base and first were not assigned in the loop.
  assert base == 7;
//^^^^^^^^^^^^^^^^^ assertion
  count := base + k;
}
