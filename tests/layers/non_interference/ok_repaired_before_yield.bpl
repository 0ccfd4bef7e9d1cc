// Between two yields the invariant may be broken, if it is repaired before anybody else runs.
// Both writes are protected by one permission that exists once.

var {:layer 0, 1} left: int;
var {:layer 0, 1} right: int;

yield invariant {:layer 1} Same();
preserves left == right;

yield procedure {:layer 0} RaiseLeft();
refines both action {:layer 1} _
{
  left := left + 1;
}

yield procedure {:layer 0} RaiseRight();
refines both action {:layer 1} _
{
  right := right + 1;
}

yield procedure {:layer 1} RaiseBoth()
preserves call Same();
{
  call RaiseLeft();
  call RaiseRight();
}
