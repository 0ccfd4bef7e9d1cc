// Each layer alone can be satisfied, but no call satisfies both.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Check();
refines atomic action {:layer 1, 2} A_Check
{
  assert x == 1;
}

yield procedure {:layer 2} Main(n: int)
//                         ^^^^ vacuous
requires {:layer 1} n == 1;
requires {:layer 2} n == 2;
{
  assert {:layer 1} n == 1;
  if (n != 2)
  {
    call Check();
  }
}
