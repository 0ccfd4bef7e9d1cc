// A slice that reaches over the end of its bit-vector.
// A byte has eight bits.

procedure P(x: bv8) returns (y: bv4)
{
  y := x[10:6];
//     ^^^^^^^ type
}
