// Yield invariants at calls, at returns, at yields and at the heads of loops.

var {:layer 0, 1} level: int;

yield invariant {:layer 1} AtLeast(n: int);
preserves level >= n;

yield procedure {:layer 0} Raise();
refines atomic action {:layer 1} _
{
  level := level + 1;
}

yield procedure {:layer 1} RaiseBy(k: int)
requires {:layer 1} k >= 0;
requires call AtLeast(0);
ensures call AtLeast(k);
{
  var i: int;
  i := 0;
  while (i < k)
  invariant {:yields} true;
  invariant {:layer 1} i <= k;
  invariant call AtLeast(i);
  {
    call Raise();
    i := i + 1;
  }
}

yield procedure {:layer 1} Main()
requires call AtLeast(0);
{
  call RaiseBy(2);
  call AtLeast(1);
  call RaiseBy(3);
}
