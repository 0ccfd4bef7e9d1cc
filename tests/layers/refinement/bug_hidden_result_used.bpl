// The result says that something was done, and nothing was.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} SwapLow(before: int, after: int) returns (done: bool);
refines atomic action {:layer 1} _
{
  done := x == before;
  if (done) {
    x := after;
  }
}

yield procedure {:layer 1} Swap(before: int, after: int) returns (done: bool)
//                         ^^^^ refinement
refines atomic action {:layer 2} _
{
  done := x == before;
  if (done) {
    x := after;
  }
}
{
  call done := SwapLow(before, after);
  done := true;
}
