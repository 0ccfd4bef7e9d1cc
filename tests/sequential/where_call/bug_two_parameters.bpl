// The range of one argument is about the other.

procedure Use(n: int, m: int where n < m)
{
  assert n < m;
}

procedure Caller(k: int)
{
  call Use(k, k);
//^^^^^^^^^^^^^^^ where
}
