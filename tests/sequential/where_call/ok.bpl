// Where a procedure starts, the where-clauses of its parameters and of all globals hold: callers prove them, of the globals
// whose clauses they may break. A call that is inlined owes nothing.

var low: int;
var g: int where g > low;

procedure Use(n: int where n > 0) returns (r: int)
{
  assert n > 0;
  assert g > low;
}

procedure {:inline 1} Inlined(n: int where n > 0)
{
  assert n <= 0 || g > low;
}

procedure Caller(k: int)
  modifies low, g;
{
  var r: int;
  if (k > 0) {
    call r := Use(k);
  }
  low := low + 1;
  g := low + 1;
  call r := Use(1);
  low := g;
  g := low + 3;
  call r := Use(2);
}

procedure CallsInlined()
{
  call Inlined(0 - 1);
}

// Only callers outside call it: what it believes of them is what a precondition would say.
procedure Entry(n: int where n > 3)
{
  var r: int;
  call r := Use(n);
}
