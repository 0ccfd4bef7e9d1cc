// The argument is out of the range of the parameter.

procedure Use(n: int where n > 0)
{
  assert n > 0;
}

procedure Caller(k: int)
{
  call Use(k - 1);
//^^^^^^^^^^^^^^^^ where
}
