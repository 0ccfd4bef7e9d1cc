// The postcondition expects the entry at the new index to have changed.
// The index on the left-hand side is evaluated before the assignment.

procedure Rotate(x: int, y: int, z: int) returns (a: int, b: int, c: int)
  ensures a == y && b == z && c == x;
{
  a, b, c := x, y, z;
  a, b, c := b, c, a;
}

procedure Indices(m: [int]int) returns (n: [int]int, i: int)
  requires m[1] == 5 && m[2] == 8;
  ensures i == 2 && n[1] == 5 && n[2] == 6;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  n, i := m, 1;
  // The index on the left is the old i, too.
  n[i], i := n[i] + i, i + 1;
  assert n[i] == 8;
}
