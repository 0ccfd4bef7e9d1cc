// A procedure called with an argument of another type.
// It expects an integer.

procedure Q(x: int);

procedure P(b: bool)
{
  call Q(b);
//^^^^^^^^^^ type
}
