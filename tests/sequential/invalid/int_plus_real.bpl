// An integer added to a real.
// real(1) would be needed.

procedure P(r: real) returns (s: real)
{
  s := r + 1;
//     ^^^^^ type
}
