// An implementation whose parameter has another type than in the declaration.
// Names may differ, types may not.

procedure P(x: int);

implementation P(x: bool)
//             ^^^^^^^^^^ resolve
{
  assert x || !x;
}
