// On every path exactly one fragment does what the action does: the last compare-and-swap, or the read of zero.

var {:layer 0, 2} x: int;

atomic action {:layer 2} TakeOne() returns (done: bool)
modifies x;
{
  done := x > 0;
  if (done) {
    x := x - 1;
  }
}

yield procedure {:layer 0} Get() returns (value: int);
refines atomic action {:layer 1} _
{
  value := x;
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

yield procedure {:layer 1} Take() returns (done: bool)
refines TakeOne;
{
  var seen: int;
  while (true)
  invariant {:yields} true;
  {
    call seen := Get();
    if (seen <= 0) {
      done := false;
      return;
    }
    call Anything();
    call done := Swap(seen, seen - 1);
    if (done) {
      return;
    }
  }
}
