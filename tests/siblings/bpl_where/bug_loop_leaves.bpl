// Wrong: the concrete run counts 2, 1, 0, -1 and stops at i == -1: the assertion fails.

procedure P()
{
  var i: int where i >= 0;
  i := 2;
  while (i != 0 - 1)
    invariant i <= 2;
  {
    i := i - 1;
  }
  assert i >= 0;
}
