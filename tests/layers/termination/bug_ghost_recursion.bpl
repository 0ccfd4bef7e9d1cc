// A lemma that calls itself could claim anything, if it need not end.

yield procedure {:layer 1} Main(n: int)
{
  call {:layer 1} Small(n);
  assert {:layer 1} n < 10;
}

pure procedure Small(n: int)
//^^^^^^^^^^^^^^^^^^^^^^^^^^ layers
ensures n < 10;
{
  call Small(n);
}
