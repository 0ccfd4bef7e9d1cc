// Wrong: Q gives 0; the run P, Q fails at the assertion 0 > 0.

procedure Q() returns (r: int where r > 0)
{
  r := 0;
}

procedure P()
{
  var x: int;
  call x := Q();
  assert x > 0;
}
