// Wrong: bvadd of two widths has no meaning in SMT-LIB.

function {:bvbuiltin "bvadd"} Add(x: bv8, y: bv16): bv16;

procedure P()
{
  assert Add(1bv8, 1bv16) == 3bv16;
}
