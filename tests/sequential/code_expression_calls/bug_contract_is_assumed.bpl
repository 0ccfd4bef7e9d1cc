// By its contract, `One` may return anything, so that the code expression would be false, and to assume it would prove
// everything; but `One` returns 1.
procedure One() returns (x: int)
{
  x := 1;
}

procedure P()
{
  assume |{ var x: int; a: call x := One(); return x == 1; }|;
//                         ^^^^^^^^^^^^^^^^ unsupported
  assert false;
}
