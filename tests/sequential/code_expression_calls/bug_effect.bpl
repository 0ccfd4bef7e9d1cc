// An expression has no effects.
var g: int;

procedure {:inline 1} Next() returns (x: int)
  modifies g;
{
  g := g + 1;
  x := g;
}

procedure P()
  modifies g;
{
  assert |{ var x: int; a: call x := Next(); return x == g; }|;
//                         ^^^^^^^^^^^^^^^^^ unsupported
}
