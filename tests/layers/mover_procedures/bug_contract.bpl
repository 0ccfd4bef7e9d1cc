// The contract of a mover procedure is proved like that of a sequential one.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Add(n: int);
refines both action {:layer 1} _
{
  x := x + n;
}

yield left procedure {:layer 1} AddTwice(n: int)
modifies x;
ensures {:layer 1} x == old(x) + n;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  call Add(n);
  call Add(n);
}
