// A global invariant is kept by every action of its layer, so it holds at all times at that layer.

var {:layer 0, 1} used: int;
var {:layer 0, 1} size: int;

invariant {:layer 1} Fits();
preserves 0 <= used && used <= size;

yield procedure {:layer 0} Grow();
refines atomic action {:layer 1} _
{
  size := size + 1;
}

yield procedure {:layer 0} Use() returns (done: bool);
refines atomic action {:layer 1} _
{
  done := used < size;
  if (done) {
    used := used + 1;
  }
}

yield procedure {:layer 1} GrowAndUse() returns (done: bool)
preserves call Fits();
{
  call Grow();
  call Fits();
  call done := Use();
}
