// Right: the callee gives what the range says, and promises it.

procedure Q() returns (r: int where r > 0)
  ensures r > 0;
{
  r := 1;
}

procedure P()
{
  var x: int;
  call x := Q();
  assert x > 0;
}
