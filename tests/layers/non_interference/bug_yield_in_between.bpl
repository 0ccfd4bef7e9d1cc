// A yield between the two writes lets others see the sides when they differ.

var {:layer 0, 1} left: int;
var {:layer 0, 1} right: int;

yield invariant {:layer 1} Same();
preserves left == right;

yield invariant {:layer 1} Anything();

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
//                         ^^^^^^^^^ non-interference
{
  call RaiseLeft();
  call Anything();
  call RaiseRight();
}
