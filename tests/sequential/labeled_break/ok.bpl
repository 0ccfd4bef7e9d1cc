// Search in a matrix of two indices, left by a break out of both loops.
// The break names the label of the outer loop.

procedure Find(m: [int, int]int, rows: int, cols: int, key: int) returns (found: bool, r: int, c: int)
  requires 0 <= rows && 0 <= cols;
  ensures found ==> 0 <= r && r < rows && 0 <= c && c < cols && m[r, c] == key;
  ensures !found ==> (forall i, j: int :: {m[i, j]} 0 <= i && i < rows && 0 <= j && j < cols ==> m[i, j] != key);
{
  found := false;
  r, c := 0, 0;
  Rows:
  while (r < rows)
    invariant 0 <= r && r <= rows;
    invariant !found;
    invariant (forall i, j: int :: {m[i, j]} 0 <= i && i < r && 0 <= j && j < cols ==> m[i, j] != key);
  {
    c := 0;
    while (c < cols)
      invariant 0 <= c && c <= cols;
      invariant (forall j: int :: {m[r, j]} 0 <= j && j < c ==> m[r, j] != key);
    {
      if (m[r, c] == key) {
        found := true;
        break Rows;
      }
      c := c + 1;
    }
    r := r + 1;
  }
}
