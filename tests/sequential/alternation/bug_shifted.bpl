// The reversed array is read one place too high.
// Its first element comes from behind the end of the other.

function Occurs(x: int, b: [int]int, n: int): bool {
  (exists j: int :: {b[j]} 0 <= j && j < n && b[j] == x)
}

function {:inline} Covers(a: [int]int, b: [int]int, n: int): bool {
  (forall i: int :: {a[i]} 0 <= i && i < n ==> Occurs(a[i], b, n))
}

procedure Transitive(a: [int]int, b: [int]int, c: [int]int, n: int)
  requires Covers(a, b, n) && Covers(b, c, n);
  ensures Covers(a, c, n);
{
}

procedure Reversed(a: [int]int, n: int) returns (b: [int]int)
  ensures Covers(b, a, n);
//^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  b := (lambda i: int :: a[n - i]);
}
