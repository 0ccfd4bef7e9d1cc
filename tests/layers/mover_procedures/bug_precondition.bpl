// The precondition of a mover procedure is proved where it is called, and named in words.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Add(n: int);
refines both action {:layer 1} _
{
  x := x + n;
}

yield left procedure {:layer 1} AddPositive(n: int)
requires {:layer 1} n > 0;
modifies x;
{
  call Add(n);
}

yield procedure {:layer 1} Main(n: int)
{
  call AddPositive(n);
//^^^^^^^^^^^^^^^^^^^ layer-precondition
}
