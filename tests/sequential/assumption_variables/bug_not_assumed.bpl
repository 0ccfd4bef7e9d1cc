// What is conjoined need not be true.
procedure P(n: int)
{
  var {:assumption} a: bool;
  a := a && 0 <= n;
  assert a;
//^^^^^^^^^ assertion
}
