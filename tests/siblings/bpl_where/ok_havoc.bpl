// Right: havoc gives a value of the range, and nothing leaves it.

procedure P()
{
  var i: int where i >= 0;
  havoc i;
  assert i >= 0;
}
