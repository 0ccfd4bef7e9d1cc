// A loop changes what is assigned in its body; everything else keeps its value without an invariant.
// Entries of a map are not tracked one by one: the map as a whole is changed or not.

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
    k := k + 1;
  }
  // base and first were not assigned in the loop.
  assert base == 7;
  count := base + k;
}
