// `to_int` is not the identity of the reals.
function {:builtin "to_int"} Whole(x: real): real;

procedure P(x: real)
{
  assert Whole(1.5) == 1.0;
//       ^^^^^^^^^^ unsupported
}
