// Conversions: real(i) is exact, int(r) rounds down, also below zero.
// Dividing integers with `/` gives a real.

procedure Conversions(i: int, r: real)
{
  assert int(real(i)) == i;
  assert real(int(r)) <= r && r < real(int(r)) + 1.0;
  assert int(2.5) == 2 && int(-2.5) == -3;
  assert real(i + 1) == real(i) + 1.0;
  assert i / 2 == real(i) / 2.0;
  assert 7 / 2 == 3.5;
}

procedure Round(r: real) returns (i: int)
  ensures real(i) - 0.5 <= r && r <= real(i) + 0.5;
{
  i := int(r + 0.5);
}
