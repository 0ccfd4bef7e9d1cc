// Check may run before Produce has: then x is not 1 yet, and Check fails. As the arms are written it runs afterwards.

var {:layer 0,2} x: int;

yield procedure {:layer 0} Write();
  refines AtomicWrite;

atomic action {:layer 1,2} AtomicWrite()
  modifies x;
{
  x := 1;
}

yield procedure {:layer 0} Check();
  refines AtomicCheck;

right action {:layer 1} AtomicCheck()
{
  assert x == 1;
}

yield procedure {:layer 0} CheckBoth();
  refines AtomicCheckBoth;

both action {:layer 1} AtomicCheckBoth()
{
  assert x == 1;
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
  call Produce() | Check();
//                 ^^^^^^^ parallel-arms
}

yield procedure {:layer 1} BehindStep()
  refines AtomicWrite;
{
  call Write() | CheckBoth();
//               ^^^^^^^^^^^ gate
}
