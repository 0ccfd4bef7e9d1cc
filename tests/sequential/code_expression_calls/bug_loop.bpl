// The loop of the procedure would be one of the code expression.
procedure {:inline 1} Count(n: int) returns (i: int)
{
  i := 0;
  while (i < n) { i := i + 1; }
}

procedure P()
{
  assert |{ var i: int; a: call i := Count(3); return i == 3; }|;
//       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported
}
