// Reversal of an array in place, by swapping from both ends.
// Three zones: already swapped, untouched, already swapped.

procedure Reverse(input: [int]int, n: int) returns (a: [int]int)
  requires 0 <= n;
  ensures (forall i: int :: {a[i]} 0 <= i && i < n ==> a[i] == input[n - 1 - i]);
{
  var low, high: int;

  a, low, high := input, 0, n - 1;
  while (low < high)
    invariant 0 <= low && low <= high + 1 && low + high == n - 1;
    invariant (forall i: int :: {a[i]} 0 <= i && i < low ==> a[i] == input[n - 1 - i]);
    invariant (forall i: int :: {a[i]} low <= i && i <= high ==> a[i] == input[i]);
    invariant (forall i: int :: {a[i]} high < i && i < n ==> a[i] == input[n - 1 - i]);
    measure high - low + 1;
  {
    a := a[low := a[high]][high := a[low]];
    low, high := low + 1, high - 1;
  }
}
