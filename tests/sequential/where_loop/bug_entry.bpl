// The value before the loop is out of the range. Each iteration would come back into it.

procedure P()
{
  var i: int where 0 <= i;
  i := -5;
  while (*)
//^^^^^ where
  {
    i := 1;
  }
  assert 0 <= i;
}
