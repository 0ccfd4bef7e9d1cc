// The right sibling: the precondition says what the permissions say already.

procedure P({:linear} a: One int, {:linear} b: One int)
requires a->val < b->val;
{
  assert a->val != b->val;
}

yield procedure {:layer 1} Main()
{
}
