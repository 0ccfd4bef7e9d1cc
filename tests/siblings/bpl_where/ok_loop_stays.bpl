// Right: the loop keeps the range.

procedure P(n: int)
{
  var i: int where i >= 0;
  i := 0;
  while (i < n)
    invariant i >= 0;
  {
    i := i + 1;
  }
  assert i >= 0;
}
