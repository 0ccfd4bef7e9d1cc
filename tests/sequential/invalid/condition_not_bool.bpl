// An assertion of an integer.
// There is no truth in numbers.

procedure P(x: int)
{
  assert x;
//^^^^^^^^^ type
}
