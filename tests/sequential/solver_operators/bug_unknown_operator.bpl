// The solver knows no such operator.
function {:builtin "frobnicate"} F(x: bool): bool;

procedure P(x: bool)
{
  assert F(x);
//       ^^^^ unsupported
}
