// The result is out of its range.

procedure Result(n: int) returns (r: int where r > 0)
//        ^^^^^^ where
{
  r := n;
}

procedure Caller()
{
  var x: int;
  call x := Result(0);
  assert x > 0;
}
