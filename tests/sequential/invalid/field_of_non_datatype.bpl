// A field of an integer.
// Only values of datatypes have fields.

datatype Pair { Pair(x: int, y: int) }

procedure P(n: int)
{
  assert n->x == 0;
//       ^^^^ type
}
