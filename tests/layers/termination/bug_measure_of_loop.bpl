// The measure stays the same in one of the branches.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Add(n: int);
refines left action {:layer 1} _
{
  x := x + n;
}

yield procedure {:layer 1} Main(b: bool)
{
  var i: int;
  call Add(1);
  i := 10;
  while (i > 0)
  measure {:layer 1} i;
//^^^^^^^^^^^^^^^^^^^^^ measure
  {
    call Add(i);
    if (b) {
      i := i - 1;
    }
  }
}
