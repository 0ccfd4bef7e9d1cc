// A left mover procedure that starts itself again and again; taken at once, all of it is one step.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} AddOne();
refines both action {:layer 1} _
{
  x := x + 1;
}

yield left procedure {:layer 1} AddMany(n: int)
modifies x;
requires {:layer 1} n >= 0;
ensures {:layer 1} x == old(x) + n;
{
  if (n > 0) {
    call AddOne();
    async call {:sync} AddMany(n - 1);
  }
}

yield procedure {:layer 1} Add(n: int)
refines atomic action {:layer 2} _
{
  x := x + n;
}
requires {:layer 1} n >= 0;
{
  async call {:sync} AddMany(n);
}
