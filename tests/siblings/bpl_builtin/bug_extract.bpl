// Wrong: bits 7 to 0 are eight bits, the result is declared to have sixteen.

function {:bvbuiltin "(_ extract 7 0)"} Low(x: bv16): bv16;

procedure P()
{
  assert Low(257bv16) == 1bv16;
}
