// Where clauses of globals hold at the start of every procedure and after every call that may change them (callers and
// callees prove them; of one without a body they are believed).
// So they do at a loop head, here because only havoc changes the variable.

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
