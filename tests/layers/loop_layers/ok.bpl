// At layer 1 the loop yields; at layer 2 its body is a left mover, and the whole loop is one step.

var {:layer 0, 3} x: int;

yield procedure {:layer 0} AddLow();
refines atomic action {:layer 1} _
{
  x := x + 1;
}

yield procedure {:layer 1} Add()
refines both action {:layer 2} _
{
  x := x + 1;
}
{
  call AddLow();
}

yield procedure {:layer 2} AddMany(n: int)
refines atomic action {:layer 3} _
{
  x := x + n;
}
requires {:layer 2} n >= 0;
{
  var i: int;
  var {:layer 2} start: int;
  call {:layer 2} start := Copy(x);
  i := 0;
  while (i < n)
  invariant {:yields} {:layer 1} true;
  invariant {:layer 2} i <= n && x == start + i;
  {
    call Add();
    i := i + 1;
  }
}
