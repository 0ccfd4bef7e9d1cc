// The loop is reached in the range, and leaves it.

procedure P(n: int)
{
  var i: int where i <= 10;
  i := 0;
  while (i < n)
//^^^^^ where
  {
    i := i + 1;
  }
  assert i <= 10;
}
