// An applied operator is no operator.
function {:builtin "(or true)"} F(x: bool): bool;

procedure P(x: bool)
{
  assert F(x);
//       ^^^^ unsupported
}
