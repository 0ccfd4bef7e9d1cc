// The caller does not change the global, but what its range is about.

var low: int;
var g: int where g > low;

procedure Use()
{
  assert g > low;
}

procedure Caller()
  modifies low;
{
  low := g;
  call Use();
//^^^^^^^^^^^ where
}
