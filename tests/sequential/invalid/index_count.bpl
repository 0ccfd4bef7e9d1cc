// A map with two indices, read with one.
// It is not a map of maps.

procedure P(a: [int, int]int)
{
  assert a[1] == 0;
//       ^^^^ type
}
