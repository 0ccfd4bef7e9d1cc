// Wrong: without its precondition the body fails, whether somebody calls it or not.
procedure {:inline 1} Positive(x: int)
{
  assert x != 0;
//^^^^^^^^^^^^^^ assertion
}
