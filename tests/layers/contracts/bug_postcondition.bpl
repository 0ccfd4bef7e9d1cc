// Twice zero is not more than zero.

yield procedure {:layer 1} Double(n: int) returns (twice: int)
requires {:layer 1} n >= 0;
ensures {:layer 1} twice > n;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  twice := n + n;
}
