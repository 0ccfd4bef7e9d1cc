// Two permissions are never the same.

yield procedure {:layer 1} P({:linear} p: One int, {:linear} q: One int)
//                         ^ vacuous
requires {:layer 1} p == q;
{
  assert {:layer 1} false;
}
