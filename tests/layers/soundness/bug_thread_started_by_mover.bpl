// Start is one step of Main: it starts Reader while x is 1. Reader begins only when Main yields, and by then x is 2.

var {:layer 0,2} x: int;

yield procedure {:layer 0} Write({:linear} p: One int, v: int);
  refines AtomicWrite;

both action {:layer 1} AtomicWrite({:linear} p: One int, v: int)
  modifies x;
{
  assert p->val == 0;
  x := v;
}

yield invariant {:layer 1} IsOne();
  preserves x == 1;

yield invariant {:layer 1} IsTwo({:linear} p: One int);
  preserves p->val == 0 && x == 2;

yield procedure {:layer 1} Reader()
  requires call IsOne();
{
  assert {:layer 1} x == 1;
}

yield left procedure {:layer 1} Start()
  requires {:layer 1} x == 1;
{
  async call Reader();
}

yield procedure {:layer 1} Main({:linear} p: One int)
  refines Anything;
  requires call IsTwo(p);
{
  call Write(p, 1);
  call Start();
  call Write(p, 2);
//^^^^^^^^^^^^^^^^^ async-precondition
}

atomic action {:layer 2} Anything({:linear} p: One int)
  modifies x;
{
  havoc x;
}
