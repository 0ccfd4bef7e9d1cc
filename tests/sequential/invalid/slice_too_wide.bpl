// A slice that reaches over the end of its bit-vector.
// A byte has eight bits.

procedure P(x: bv8) returns (y: bv12)
{
  y := x[12:0];
//     ^^^^^^^ type
}
