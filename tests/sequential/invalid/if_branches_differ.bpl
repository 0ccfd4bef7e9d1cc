// The branches of a conditional expression have different types.
// The expression would have none.

procedure P(c: bool)
{
  assert (if c then 1 else false) == 1;
//        ^^^^^^^^^^^^^^^^^^^^^^ type
}
