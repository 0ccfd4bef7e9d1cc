// CheckBoth may run before Write has, and does not fail then either: x is 1 all the time.

var {:layer 0,2} x: int;

yield procedure {:layer 0} Write();
  refines AtomicWrite;

atomic action {:layer 1,2} AtomicWrite()
  modifies x;
{
  x := 1;
}

yield procedure {:layer 0} CheckBoth();
  refines AtomicCheckBoth;

both action {:layer 1} AtomicCheckBoth()
{
  assert x == 1;
}

yield procedure {:layer 0} CheckValue(v: int);
  refines AtomicCheckValue;

right action {:layer 1} AtomicCheckValue(v: int)
{
  assert v > 0;
}

yield invariant {:layer 1} IsOne();
  preserves x == 1;

yield procedure {:layer 1} Produce()
  refines AtomicWrite;
  ensures call IsOne();
{
  call Write();
}

yield procedure {:layer 1} BehindYield()
  refines AtomicWrite;
{
  call Produce() | CheckValue(1);
}

yield procedure {:layer 1} BehindStep()
  refines AtomicWrite;
  requires call IsOne();
{
  call Write() | CheckBoth();
}
