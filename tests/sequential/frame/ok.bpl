// A call changes what its modifies clause names, and nothing else.
// Local variables and other globals keep their values across it.

var shared: int;
var other: int;

procedure Touch()
  modifies shared;
  ensures shared >= old(shared);
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
}
