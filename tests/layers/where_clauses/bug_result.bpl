// The result of a pure procedure is out of its range.

var {:layer 0, 1} x: int;

pure procedure Next(n: int) returns (m: int where m > 1)
//             ^^^^ where
{
  m := n + 1;
}

yield procedure {:layer 1} Main(n: int)
{
  var m: int;
  call m := Next(n);
  assert {:layer 1} m > 1;
}
