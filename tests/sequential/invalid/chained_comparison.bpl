// Comparisons cannot be chained.
// The second one is not expected where it stands.

procedure P(x: int)
{
  assert 0 <= x < 10;
//              ^^^^ syntax
}
