// Right: sums of eight bits wrap around.

function {:bvbuiltin "bvadd"} Add(x: bv8, y: bv8): bv8;

procedure P()
{
  assert Add(255bv8, 1bv8) == 0bv8;
}
