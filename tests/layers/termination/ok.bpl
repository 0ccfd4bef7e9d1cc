// Loops and recursion in the committed part of a transaction come to an end.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Add(n: int);
refines both action {:layer 1} _
{
  x := x + n;
}

yield left procedure {:layer 1} AddAll(n: int)
modifies x;
requires {:layer 1} n >= 0;
measure {:layer 1} n;
{
  if (n > 0) {
    call Add(n);
    call AddAll(n - 1);
  }
}

yield procedure {:layer 1} Main()
{
  var i: int;
  call Add(1);
  i := 10;
  while (i != 0)
  invariant {:layer 1} i >= 0;
  measure {:layer 1} i;
  {
    call Add(i);
    i := i - 1;
  }
  call AddAll(5);
}
