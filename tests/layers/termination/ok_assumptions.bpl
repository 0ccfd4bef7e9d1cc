// Assumptions that do not block a committed transaction: what is known, what some value satisfies, and what stands before
// the commit or behind a yield.

var {:layer 0, 1} x: int;

yield invariant {:layer 1} Yield();

yield procedure {:layer 0} Write(n: int);
refines atomic action {:layer 1} _
{
  x := n;
}

function IsQuorum(q: [int]bool): bool;

yield procedure {:layer 1} Known(n: int)
requires {:layer 1} n > 0;
{
  call Write(n);
  assume n >= 0;
}

yield procedure {:layer 1} Chosen(n: int)
{
  var m: int;
  call Write(n);
  havoc m;
  assume m == n + 1;
}

yield procedure {:layer 1} Believed()
{
  var q: [int]bool;
  call Write(1);
  havoc q;
  assume IsQuorum(q);
}

yield procedure {:layer 1} Outside(n: int)
{
  assume n > 0;
  call Write(n);
  call Yield();
  assume n > 1;
}
