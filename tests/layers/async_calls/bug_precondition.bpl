// The precondition of what is started is checked where it is started.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} AddOne();
refines both action {:layer 1} _
{
  x := x + 1;
}

yield left procedure {:layer 1} AddMany(n: int)
modifies x;
requires {:layer 1} n >= 0;
{
  if (n > 0) {
    call AddOne();
    async call {:sync} AddMany(n - 1);
  }
}

yield procedure {:layer 1} Main(n: int)
{
  async call {:sync} AddMany(n);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ layer-precondition
}
