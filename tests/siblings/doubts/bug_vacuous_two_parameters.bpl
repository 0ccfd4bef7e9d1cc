// Wrong: nobody can call P: two linear parameters never hold the same permission. All that is proved of P is proved from nothing,
// `false` included, and nobody is told.

yield procedure {:layer 1} P({:layer 1} {:linear} a: One int, {:layer 1} {:linear} b: One int)
requires {:layer 1} a->val == b->val;
{
  assert {:layer 1} false;
}
