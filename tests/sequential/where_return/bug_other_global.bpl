// The callee does not change the global, but what its range is about.

var low: int;
var g: int where g > low;

procedure Raise()
//        ^^^^^ where
  modifies low;
{
  low := low + 1;
}

procedure Caller()
  modifies low;
{
  call Raise();
  assert g > low;
}
