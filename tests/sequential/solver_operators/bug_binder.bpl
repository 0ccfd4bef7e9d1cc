// A word of the syntax is no operator.
function {:builtin "forall"} F(x: bool): bool;

procedure P(x: bool)
{
  assert F(x);
//       ^^^^ unsupported
}
