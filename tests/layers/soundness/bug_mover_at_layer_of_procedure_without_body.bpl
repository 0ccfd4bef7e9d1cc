// Write has no body, and exists up to layer 1. It runs at layer 1 too, between the two readings of Main.

var {:layer 0,2} x: int;

yield procedure {:layer 1} Write();
  refines AtomicWrite;

atomic action {:layer 2} AtomicWrite()
//                       ^^^^^^^^^^^ commutativity
  modifies x;
{
  x := 2;
}

yield procedure {:layer 0} Read() returns (r: int);
  refines AtomicRead;

both action {:layer 1} AtomicRead() returns (r: int)
//                     ^^^^^^^^^^ commutativity
{
  r := x;
}

yield procedure {:layer 1} Other()
  refines AtomicWrite;
{
  call Write();
}

yield procedure {:layer 1} Main()
{
  var first: int;
  var second: int;

  call first := Read();
  call second := Read();
  assert {:layer 1} first == second;
}
