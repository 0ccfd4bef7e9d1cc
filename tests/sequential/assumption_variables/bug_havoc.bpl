// Only at first is it true.
procedure P()
{
  var {:assumption} a: bool;
  havoc a;
  assert a;
//^^^^^^^^^ assertion
}
