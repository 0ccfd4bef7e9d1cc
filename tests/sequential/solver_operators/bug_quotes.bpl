// Quotes would begin a string.
function {:builtin "or \"" } F(x: bool): bool;

procedure P(x: bool)
{
  assert F(x);
//       ^^^^ unsupported
}
