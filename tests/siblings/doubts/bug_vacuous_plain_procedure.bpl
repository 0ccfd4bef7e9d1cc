// Wrong: the same in a procedure without threads, whose permissions are believed too.

procedure P({:linear} a: One int, {:linear} b: One int)
requires a->val == b->val;
{
  assert false;
}

yield procedure {:layer 1} Main()
{
}
