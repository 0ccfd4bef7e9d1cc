// The refined action waits where the procedure waits.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} TakeLow() returns (done: bool);
refines atomic action {:layer 1} _
{
  done := x > 0;
  if (done) {
    x := x - 1;
  }
}

yield procedure {:layer 1} Take()
refines atomic action {:layer 2} _
{
  assume x > 0;
  x := x - 1;
}
{
  var done: bool;
  while (true)
  invariant {:yields} true;
  {
    call done := TakeLow();
    if (done) {
      return;
    }
  }
}
