// One action does not look at the size.

var {:layer 0, 1} used: int;
var {:layer 0, 1} size: int;

invariant {:layer 1} Fits();
preserves 0 <= used && used <= size;

yield procedure {:layer 0} Grow();
refines atomic action {:layer 1} _
{
  size := size + 1;
}

yield procedure {:layer 0} Use();
refines atomic action {:layer 1} _
//                               ^ non-interference
{
  used := used + 1;
}

yield procedure {:layer 1} GrowAndUse()
preserves call Fits();
{
  call Grow();
  call Fits();
}
