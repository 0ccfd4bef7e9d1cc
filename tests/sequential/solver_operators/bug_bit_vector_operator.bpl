// The same for operators of bit-vectors.
function {:bvbuiltin "bvnot) (assert false"} F(x: bool): bool;

procedure P(x: bool)
{
  assert F(x);
//       ^^^^ unsupported
}
