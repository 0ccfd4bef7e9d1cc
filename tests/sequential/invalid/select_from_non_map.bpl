// An integer with an index.
// Only maps can be indexed.

procedure P(x: int)
{
  assert x[0] == 0;
//       ^^^^ type
}
