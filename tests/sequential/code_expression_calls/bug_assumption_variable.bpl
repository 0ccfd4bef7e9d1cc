// The assumption variable is true at first, so the code expression is true, and to assume it proves nothing.
procedure {:inline 1} Always() returns (y: bool)
{
  var {:assumption} a: bool;
  y := a;
}

procedure P()
{
  assume |{ var y: bool; a: call y := Always(); return y; }|;
  assert false;
//^^^^^^^^^^^^^ assertion
}
