// The argument may be zero.

yield procedure {:layer 1} Double(n: int) returns (twice: int)
requires {:layer 1} n > 0;
ensures {:layer 1} twice > n;
{
  twice := n + n;
}

yield procedure {:layer 1} Main(n: int)
requires {:layer 1} n >= 0;
{
  var b: int;
  call b := Double(n);
//^^^^^^^^^^^^^^^^^^^^ layer-precondition
}
