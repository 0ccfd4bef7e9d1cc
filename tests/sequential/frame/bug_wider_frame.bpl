// Touch is allowed to change the other variable as well, and says nothing about its value.
// The caller loses all knowledge of it.

var shared: int;
var other: int;

procedure Touch()
  modifies shared, other;
  ensures shared >= old(shared);
{
  shared := shared + 1;
}

procedure Caller(k: int) returns (r: int)
  requires 0 < shared;
  modifies shared, other;
  ensures other == old(other);
  ensures r == k + 1;
{
  r := k + 1;
  call Touch();
  call Touch();
  assert other == old(other);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  assert 0 < shared;
}
