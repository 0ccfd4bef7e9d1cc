// The last assertion is about a global variable without a where clause.
// Nothing is known of it.

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
  assert 0 <= count;
//^^^^^^^^^^^^^^^^^^ assertion
}
