// The variable is chosen in its range, but afterwards the loop changes the range.

procedure P()
{
  var high: int;
  var x: int where x <= high;
  while (*)
//^^^^^ where
  {
    havoc x;
    high := high - 1;
  }
  assert x <= high;
}
