// Write has no body, and exists up to layer 1. It runs at layer 1 too, where Main believes that x stays 0.

var {:layer 0,2} x: int;

yield procedure {:layer 1} Write(v: int);
//                         ^^^^^ non-interference
  refines AtomicWrite;

atomic action {:layer 2} AtomicWrite(v: int)
  modifies x;
{
  x := v;
}

yield invariant {:layer 1} IsZero();
  preserves x == 0;

yield procedure {:layer 1} Other()
  refines WriteTwo;
{
  call Write(2);
}

atomic action {:layer 2} WriteTwo()
  modifies x;
{
  x := 2;
}

yield procedure {:layer 1} Main()
  requires call IsZero();
{
  assert {:layer 1} x == 0;
}
