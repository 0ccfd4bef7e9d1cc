// A procedure to be inlined that nobody calls is checked by itself.
procedure {:inline 1} Positive(x: int)
  requires x > 0;
{
  assert x != 0;
}
