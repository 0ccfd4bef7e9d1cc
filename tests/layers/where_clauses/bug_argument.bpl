// A yield procedure passes a value out of the range of a pure procedure, whose postcondition rests on it.

var {:layer 0, 1} x: int;

pure procedure Positive(n: int where n > 0)
ensures n > 0;
{
}

yield procedure {:layer 1} Main(n: int)
{
  call Positive(n);
//^^^^^^^^^^^^^^^^^ where
  assert {:layer 1} n > 0;
}
