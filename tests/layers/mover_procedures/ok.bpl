// A left mover procedure is one step of its layer, made of left movers; its contract says what it does.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Add(n: int);
refines both action {:layer 1} _
{
  x := x + n;
}

yield left procedure {:layer 1} AddTwice(n: int)
modifies x;
ensures {:layer 1} x == old(x) + 2 * n;
{
  call Add(n);
  call Add(n);
}

yield procedure {:layer 1} Main()
{
  call Add(1);
  call AddTwice(3);
}
