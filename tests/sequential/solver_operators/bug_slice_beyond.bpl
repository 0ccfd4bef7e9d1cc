// There are eight bits.
function {:bvbuiltin "(_ extract 8 1)"} Upper(x: bv8): bv8;

procedure P()
{
  assert Upper(255bv8) == 127bv8;
//       ^^^^^^^^^^^^^ unsupported
}
