// The call gives the value of `g`, which is true.
var g: bool;

procedure {:inline 1} Get() returns (l: bool)
{
  l := g;
}

procedure P()
  modifies g;
{
  g := true;
  assert |{ var l: bool; a: call l := Get(); return !l; }|;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
