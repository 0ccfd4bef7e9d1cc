// Wrong: the assumption of layer 2 leaves the loop out from the second round on; at layer 1 the second round calls Set(0), which
// fails.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Set(n: int);
refines atomic action {:layer 1, 2} _
{
  assert n > 0;
  x := n;
}

yield procedure {:layer 2} Main()
{
  var n: int;
  n := 1;
  while (n >= 0)
  invariant {:yields} true;
  {
    call {:layer 2} Assume(n > 0);
    call Set(n);
    n := n - 1;
  }
}
