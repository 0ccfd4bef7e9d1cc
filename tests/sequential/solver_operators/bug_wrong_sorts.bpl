// The operator does not take these arguments.
function {:builtin "bvadd"} F(x: bool): bool;

procedure P(x: bool)
{
  assert F(x);
//       ^^^^ unsupported
}
