// The invariant about the entry at -1 is missing.
// The loop assigns to the map, so nothing of it is known afterwards.

procedure Fill(n: int, first: int, input: [int]int) returns (a: [int]int, count: int)
  requires 0 <= n && first == 7;
  ensures count == first + n;
  ensures a[-1] == input[-1];
//^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  var k, base: int;

  base := first;
  a := input;
  k := 0;
  while (k < n)
    invariant 0 <= k && k <= n;
  {
    a[k] := base;
    k := k + 1;
  }
  // base and first were not assigned in the loop.
  assert base == 7;
  count := base + k;
}
