// A parenthesis that closes nothing of its own.
function {:builtin "(_ map or))"} F(x: bool): bool;

procedure P(x: bool)
{
  assert F(x);
//       ^^^^ unsupported
}
