// A result that is never assigned is arbitrary, at each call anew.
procedure {:inline 1} Any() returns (y: int)
{
}

procedure P()
{
  assert |{ var a, b: int; s: call a := Any(); call b := Any(); return a == b; }|;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
