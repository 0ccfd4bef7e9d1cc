// No two variables hold the same permission, so no caller keeps the precondition of the plain procedure.

procedure P({:linear} a: One int, {:linear} b: One int)
//        ^ vacuous
requires a->val == b->val;
{
  assert false;
}

yield procedure {:layer 1} Main()
{
}
