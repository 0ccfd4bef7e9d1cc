// Text that leaves a command open.
function {:builtin "(or"} F(x: bool): bool;

procedure P(x: bool)
{
  assert F(x);
//       ^^^^ unsupported
}
