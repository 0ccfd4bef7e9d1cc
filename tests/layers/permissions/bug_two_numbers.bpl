// Two threads hold different permissions, not permissions in a certain order.

yield procedure {:layer 1} Main({:linear} p: One int, {:linear} q: One int)
{
  assert {:layer 1} p->val != q->val;
  assert {:layer 1} p->val < q->val;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
