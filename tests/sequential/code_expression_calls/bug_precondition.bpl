// A precondition that fails makes the code expression false.
procedure {:inline 1} Half(x: int) returns (y: int)
  requires 0 <= x;
{
  y := x div 2;
}

procedure P(x: int)
{
  assert |{ var h: int; a: call h := Half(x); return true; }|;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
