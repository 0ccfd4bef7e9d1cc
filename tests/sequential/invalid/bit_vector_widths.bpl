// Two bit-vectors of different widths are compared.
// They have different types.

procedure P(x: bv8, y: bv16)
{
  assert x == y;
//       ^^^^^^ type
}
