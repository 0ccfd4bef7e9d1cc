// An implementation of a procedure that is not declared.
// There is no contract to check it against.

implementation P(x: int)
//             ^ resolve
{
  assert x == x;
}
