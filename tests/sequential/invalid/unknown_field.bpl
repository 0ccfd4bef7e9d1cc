// A field that no constructor of the datatype has.
// Fields are known by their names.

datatype Pair { Pair(x: int, y: int) }

procedure P(p: Pair)
{
  assert p->z == 0;
//       ^^^^ type
}
