// Wrong: P calls Q(0); at the entry of Q n is 0, and the assertion fails.

procedure Q(n: int where n > 0)
{
  assert n > 0;
}

procedure P()
{
  call Q(0);
}
