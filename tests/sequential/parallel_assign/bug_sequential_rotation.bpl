// The rotation is done one variable at a time.
// The last one gets a value that was overwritten.

procedure Rotate(x: int, y: int, z: int) returns (a: int, b: int, c: int)
  ensures a == y && b == z && c == x;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  a, b, c := x, y, z;
  a := b;
  b := c;
  c := a;
}

procedure Indices(m: [int]int) returns (n: [int]int, i: int)
  requires m[1] == 5 && m[2] == 8;
  ensures i == 2 && n[1] == 6 && n[2] == 8;
{
  n, i := m, 1;
  // The index on the left is the old i, too.
  n[i], i := n[i] + i, i + 1;
  assert n[i] == 8;
}
