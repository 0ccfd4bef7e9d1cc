// Of four ways to the return, one comes from a swap that failed.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Get() returns (n: int);
refines atomic action {:layer 1} _
{
  n := x;
}

yield procedure {:layer 0} Swap(before: int, after: int) returns (done: bool);
refines atomic action {:layer 1} _
{
  done := x == before;
  if (done) {
    x := after;
  }
}

yield invariant {:layer 1} Anything();

yield procedure {:layer 1} Double() returns (before: int)
//                         ^^^^^^ refinement
refines atomic action {:layer 2} _
{
  before := x;
  x := 2 * x;
}
{
  var done: bool;
  call before := Get();
  if (before == 0) {
    return;
  }
  call Anything();
  call done := Swap(before, 2 * before);
  if (before == 1) {
    goto Done;
  }
  if (done) {
    goto Done;
  }
  while (true)
  invariant {:yields} true;
  {
    call before := Get();
    call Anything();
    call done := Swap(before, 2 * before);
    if (done) {
      break;
    }
  }
Done:
  return;
}
