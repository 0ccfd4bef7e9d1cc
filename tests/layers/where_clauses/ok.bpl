// Where-clauses of pure procedures are proved like preconditions and postconditions.

var {:layer 0, 1} x: int;

pure procedure Positive(n: int where n > 0) returns (m: int where m > 1)
{
  m := n + 1;
}

yield procedure {:layer 1} Main(n: int)
{
  var m: int;
  if (n > 0) {
    call m := Positive(n);
    assert {:layer 1} m > 1;
  }
}
