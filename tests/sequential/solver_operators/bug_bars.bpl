// Bars can hold any text.
function {:builtin "|or|"} F(x: bool): bool;

procedure P(x: bool)
{
  assert F(x);
//       ^^^^ unsupported
}
