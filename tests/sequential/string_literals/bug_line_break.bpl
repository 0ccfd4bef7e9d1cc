// There is no escape for a line break.
procedure P()
{
  assert "\n" == "\u{a}";
//^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
