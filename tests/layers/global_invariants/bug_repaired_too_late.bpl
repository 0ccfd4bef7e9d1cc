// Two movers break the invariant and repair it within one transaction. A yield invariant would not notice, but a global
// invariant is kept by each action.

var {:layer 0, 1} left: int;
var {:layer 0, 1} right: int;

invariant {:layer 1} Same();
preserves left == right;

yield procedure {:layer 0} RaiseLeft();
refines both action {:layer 1} _
//                             ^ non-interference
{
  left := left + 1;
}

yield procedure {:layer 0} RaiseRight();
refines both action {:layer 1} _
//                             ^ non-interference
{
  right := right + 1;
}

yield procedure {:layer 1} RaiseBoth()
preserves call Same();
{
  call RaiseLeft();
  call RaiseRight();
}
