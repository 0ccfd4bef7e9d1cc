// A comment would hide the rest of the command.
function {:builtin "or ;"} F(x: bool): bool;

procedure P(x: bool)
{
  assert F(x);
//       ^^^^ unsupported
}
