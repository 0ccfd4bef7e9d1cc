// A measure starts at zero or above. The caller starts the recursion below.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Add(n: int);
refines both action {:layer 1} _
{
  x := x + n;
}

yield left procedure {:layer 1} AddAll(n: int)
modifies x;
measure {:layer 1} n;
{
  if (n != 0) {
    call Add(n);
    call AddAll(n - 1);
  }
}

yield procedure {:layer 1} Main()
{
  call AddAll(-1);
//^^^^^^^^^^^^^^^^ measure
}
