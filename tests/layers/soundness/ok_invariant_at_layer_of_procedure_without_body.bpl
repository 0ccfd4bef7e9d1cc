// What Increase does keeps the invariant.

var {:layer 0,2} x: int;

yield procedure {:layer 1} Increase();
  refines AtomicIncrease;

atomic action {:layer 2} AtomicIncrease()
  modifies x;
{
  x := x + 1;
}

yield invariant {:layer 1} IsPositive();
  preserves x > 0;

yield procedure {:layer 1} Main()
  refines AtomicIncrease;
  requires call IsPositive();
{
  assert {:layer 1} x > 0;
  call Increase() | IsPositive();
  assert {:layer 1} x > 0;
}
