// Below two calls, nothing is known of a third.
procedure {:inline 2} Down(x: int) returns (y: int)
{
  y := 0;
  if (0 < x) {
    call y := Down(x - 1);
//  ^^^^^^^^^^^^^^^^^^^^^^ unsupported
  }
}

procedure P(x: int)
{
  assert |{ var y: int; a: call y := Down(x); return y == 0; }|;
}
