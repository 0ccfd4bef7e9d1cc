// Wrong, and not checked elsewhere: the only body that calls it is not verified, though its procedure has another.
procedure P();

implementation P()
{
}

implementation {:verify false} P()
{
  call Positive(0);
}

procedure {:inline 1} Positive(x: int)
{
  assert x != 0;
//^^^^^^^^^^^^^^ assertion
}
