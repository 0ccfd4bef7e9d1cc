// Text that closes the command it stands in, and gives another.
function {:builtin "or) (exit"} F(x: bool): bool;

procedure P(x: bool)
{
  assert F(x);
//       ^^^^ unsupported
}
