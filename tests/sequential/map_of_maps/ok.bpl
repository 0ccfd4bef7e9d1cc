// A map whose values are maps: rows of a table, read and written with two brackets.
// Assigning to m[i][j] changes one row, and in it one entry.

procedure Rows(m: [int][int]int) returns (t: [int][int]int)
  ensures t[1][2] == 12;
  ensures t[1][3] == m[1][3];
  ensures t[2][2] == m[1][2];
{
  var row: [int]int;

  t := m;
  row := t[1];
  t[1][2] := 12;
  assert t[0] == m[0];
  t[2] := row;
  assert row[2] == m[1][2];
}

type Name;
type Book = [Name][int]bool;

procedure Enter(book: Book, name: Name, number: int) returns (b: Book)
  ensures b[name][number];
  ensures (forall n: Name, k: int :: {b[n][k]} b[n][k] <==> book[n][k] || (n == name && k == number));
{
  b := book;
  b[name][number] := true;
}
