// The result of the callee is known at layer 1 only: there it has a contract, above it is unknown.

yield procedure {:layer 1} Double(n: int) returns (twice: int)
requires {:layer 1} n > 0;
ensures {:layer 1} twice > n;
{
  twice := n + n;
}

yield procedure {:layer 1} Main(n: int)
{
  var b: int;
  if (n > 0) {
    call b := Double(n);
    assert {:layer 1} b > 2;
//  ^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  }
}
