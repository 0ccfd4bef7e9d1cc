// The second array covers the first, not the other way round.
// Nothing follows about the first and the third.

function Occurs(x: int, b: [int]int, n: int): bool {
  (exists j: int :: {b[j]} 0 <= j && j < n && b[j] == x)
}

function {:inline} Covers(a: [int]int, b: [int]int, n: int): bool {
  (forall i: int :: {a[i]} 0 <= i && i < n ==> Occurs(a[i], b, n))
}

procedure Transitive(a: [int]int, b: [int]int, c: [int]int, n: int)
  requires Covers(b, a, n) && Covers(b, c, n);
  ensures Covers(a, c, n);
//^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
}

procedure Reversed(a: [int]int, n: int) returns (b: [int]int)
  ensures Covers(b, a, n);
{
  b := (lambda i: int :: a[n - 1 - i]);
}
