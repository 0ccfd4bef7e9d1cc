// `a` has given its permission to `b` and receives another one as a hidden result of Step, behind the step itself. At
// the yield in between both have the same value. Main writes x twice, where its action writes once.

var {:layer 0,2} x: int;

yield procedure {:layer 0} Write(v: int);
  refines AtomicWrite;

atomic action {:layer 1} AtomicWrite(v: int)
  modifies x;
{
  x := v;
}

yield procedure {:layer 1} Step({:hide} {:linear_in} c: One int) returns ({:hide} {:linear} q: One int)
  refines WriteFive;
{
  call Write(5);
  q := c;
}

atomic action {:layer 2} WriteFive()
  modifies x;
{
  x := 5;
}

yield procedure {:layer 1} Main({:hide} {:linear_in} p: One int, {:hide} {:linear_in} c: One int)
//                         ^^^^ refinement
  refines WriteFive;
{
  var {:linear} a: One int;
  var {:linear} b: One int;

  a := p;
  b := a;
  call a := Step(c);
  call Write(6);
}
