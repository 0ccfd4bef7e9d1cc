// An index is a number, and nothing comes after it.
function {:bvbuiltin "sign_extend 8) (x"} F(x: bool): bool;

procedure P(x: bool)
{
  assert F(x);
//       ^^^^ unsupported
}
