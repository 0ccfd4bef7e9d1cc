// Insertion sort, proved to give a sorted rearrangement of its input.
// Shows nested loops, inline functions that name formulas, and a ghost map that records where each element came from.

function {:inline} Sorted(a: [int]int, n: int): bool {
  (forall i, j: int :: {a[i], a[j]} 0 <= i && i < j && j < n ==> a[i] <= a[j])
}

// The element now at i was at from[i], and no two came from the same place.
function {:inline} Rearranged(a: [int]int, input: [int]int, from: [int]int, n: int): bool {
  (forall i: int :: {from[i]} 0 <= i && i < n ==> 0 <= from[i] && from[i] < n && a[i] == input[from[i]])
}

function {:inline} Distinct(from: [int]int, n: int): bool {
  (forall i, j: int :: {from[i], from[j]} 0 <= i && i < j && j < n ==> from[i] != from[j])
}

procedure InsertionSort(input: [int]int, n: int) returns (a: [int]int, from: [int]int)
  requires 0 <= n;
  ensures Sorted(a, n);
  ensures Rearranged(a, input, from, n);
  ensures Distinct(from, n);
{
  var k, m: int;

  a := input;
  from := (lambda i: int :: i);
  k := 0;
  while (k < n)
    invariant 0 <= k && k <= n;
    invariant Sorted(a, k);
    invariant Rearranged(a, input, from, n);
    invariant Distinct(from, n);
    measure n - k;
  {
    // Let the element at k sink to its place; m is where it is now.
    m := k;
    while (0 < m && a[m] < a[m - 1])
      invariant 0 <= m && m <= k;
      invariant (forall i, j: int :: {a[i], a[j]} 0 <= i && i < j && j <= k && j != m ==> a[i] <= a[j]);
      invariant Rearranged(a, input, from, n);  // inner
      invariant Distinct(from, n);  // inner
      measure m;
    {
      a := a[m := a[m - 1]][m - 1 := a[m]];
      from := from[m := from[m - 1]][m - 1 := from[m]];
      m := m - 1;
    }
    k := k + 1;
  }
}
