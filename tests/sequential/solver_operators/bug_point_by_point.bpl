// Point by point, the same conversions.
function {:builtin "(_ map (/ (Real Real) Real))"} Quotient(a: [int]int, b: [int]int): [int]int;

procedure P(a: [int]int, b: [int]int)
{
  assume a[0] == 1 && b[0] == 2;
  assert Quotient(a, b)[0] * 2 == 1;
//       ^^^^^^^^^^^^^^ unsupported
}
