// A map from integers, indexed with a truth value.
// The index has the wrong type.

procedure P(a: [int]int, b: bool)
{
  assert a[b] == 0;
//       ^^^^ type
}
