// A procedure without a body is believed to do what it says, and no more.

yield procedure {:layer 1} Choose() returns (n: int);
ensures {:layer 1} n > 0;

yield procedure {:layer 1} Main()
{
  var n: int;
  call n := Choose();
  assert {:layer 1} n > 0;
  assert {:layer 1} n > 1;
//^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
