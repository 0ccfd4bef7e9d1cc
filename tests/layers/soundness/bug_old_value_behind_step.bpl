// What Step ensures of old(x) is about x at the call, not about x behind the step that writes 5. Main writes x twice,
// where its action writes once.

var {:layer 0,2} x: int;

yield procedure {:layer 0} Write(v: int);
  refines AtomicWrite;

atomic action {:layer 1} AtomicWrite(v: int)
  modifies x;
{
  x := v;
}

yield invariant {:layer 1} IsZero({:linear} p: One int);
  preserves p->val == 0 && x == 0;

yield procedure {:layer 1} Step({:hide} {:linear} p: One int) returns ({:hide} {:layer 1} r: int)
  refines WriteFive;
  requires {:layer 1} p->val == 0;
  ensures {:layer 1} r == old(x);
{
  r := old(x);
  call Write(5);
}

atomic action {:layer 2} WriteFive()
  modifies x;
{
  x := 5;
}

yield procedure {:layer 1} Main({:hide} {:linear} p: One int)
//                         ^^^^ refinement
  refines WriteFive;
  requires call IsZero(p);
{
  var {:layer 1} r: int;

  call r := Step(p);
  assert {:layer 1} r == 0;
  call Write(6);
}
