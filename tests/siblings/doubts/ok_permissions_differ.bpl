// Right: two permissions are different, and that can be.

yield procedure {:layer 1} P({:layer 1} {:linear} a: One int, {:layer 1} {:linear} b: One int)
requires {:layer 1} a->val <= b->val;
{
  assert {:layer 1} a->val < b->val;
}
