// Where clauses of globals hold at the start of every procedure and after every call that may change them.
// They are also assumed for the arbitrary state at a loop head.

var level: int where 0 <= level;
var count: int;

procedure Drain();
  modifies level;

procedure Work(n: int)
  modifies level, count;
{
  var i: int;

  assert 0 <= level;
  call Drain();
  assert 0 <= level;
  i := 0;
  while (i < n)
  {
    assert 0 <= level;
    havoc level;
    i := i + 1;
  }
  assert 0 <= level;
}
