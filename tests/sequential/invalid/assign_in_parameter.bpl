// An assignment to an in-parameter.
// Parameters keep the values they were called with.

procedure P(x: int)
{
  x := x + 1;
//^^^^^^^^^^^ type
}
