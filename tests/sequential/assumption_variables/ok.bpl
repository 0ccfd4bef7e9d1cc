// A variable with `{:assumption}` is true at first; what is conjoined with it is assumed where it is.
procedure {:inline 1} Inlined(n: int) returns (b: bool)
{
  var {:assumption} a: bool;
  a := a && 0 <= n;
  b := a;
}

procedure P(n: int)
{
  var {:assumption} a: bool;
  var b: bool;
  assert a;
  a := a && 0 <= n;
  assert a ==> 0 <= n;
  assert 0 <= n ==> a;
  call b := Inlined(n);
  assert b <==> 0 <= n;
}
