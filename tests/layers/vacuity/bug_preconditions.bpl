// The preconditions of a layer exclude each other; those of the other layer do not.

yield procedure {:layer 2} P(n: int)
//                         ^ vacuous
requires {:layer 1} n > 0;
requires {:layer 2} n > 0;
requires {:layer 2} n < 0;
{
  assert {:layer 2} false;
}
