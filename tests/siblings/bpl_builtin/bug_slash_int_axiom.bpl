// Wrong: the call is not in the assertion: an assumption `h == Half(3, 2)` of an int is false, so that all after it is proved.
// The concrete run: h is any int, the assertion false fails.

function {:builtin "/"} Half(x: int, y: int): int;

procedure Q() returns (h: int)
  ensures h == Half(3, 2);
{
  h := Half(3, 2);
}

procedure P()
{
  var h: int;
  call h := Q();
  assert false;
}
