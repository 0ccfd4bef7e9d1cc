// The invariant of the loop is about a value that was x before the yield; afterwards x may be another.

var {:layer 0,1} x: int;

yield procedure {:layer 0} Write(v: int);
  refines AtomicWrite;

atomic action {:layer 1} AtomicWrite(v: int)
  modifies x;
{
  x := v;
}

yield invariant {:layer 1} IsOne(n: int);
  preserves n == 1;

yield procedure {:layer 1} Other()
{
  call Write(2);
}

yield procedure {:layer 1} Main()
{
  call Write(1);
  while (*)
    invariant {:yields} true;
    invariant call IsOne(x);
//            ^^^^^^^^^^^^^ layers
  {
  }
  assert {:layer 1} x == 1;
}
