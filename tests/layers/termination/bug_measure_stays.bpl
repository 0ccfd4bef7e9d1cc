// Two procedures call each other, and the measure falls in one of the two calls only.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Add(n: int);
refines both action {:layer 1} _
{
  x := x + n;
}

yield left procedure {:layer 1} Even(n: int)
modifies x;
measure {:layer 1} n;
{
  if (n > 0) {
    call Odd(n - 1);
  }
}

yield left procedure {:layer 1} Odd(n: int)
modifies x;
measure {:layer 1} n;
{
  call Add(1);
  if (n > 0) {
    call Even(n);
//  ^^^^^^^^^^^^^ measure
  }
}
