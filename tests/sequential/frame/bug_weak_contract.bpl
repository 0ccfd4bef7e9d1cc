// Touch no longer promises that the variable does not fall.
// Its body does not matter to the caller.

var shared: int;
var other: int;

procedure Touch()
  modifies shared;
{
  shared := shared + 1;
}

procedure Caller(k: int) returns (r: int)
  requires 0 < shared;
  modifies shared;
  ensures other == old(other);
  ensures r == k + 1;
{
  r := k + 1;
  call Touch();
  call Touch();
  assert other == old(other);
  assert 0 < shared;
//^^^^^^^^^^^^^^^^^^ assertion
}
