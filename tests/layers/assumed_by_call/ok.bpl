// What `Assume` takes for true at a layer is proved there; of a value that is still open it is believed that there is one,
// and a warning says so.

var {:layer 0, 2} x: int;
var {:layer 2, 2} used: [int]bool;

yield procedure {:layer 0} Set(n: int);
refines atomic action {:layer 1, 2} _
{
  assert n > 0;
  x := n;
}

yield procedure {:layer 2} Tested(n: int)
{
  if (n > 3) {
    call {:layer 2} Assume(n > 2);
    call Set(n);
  }
}

yield procedure {:layer 2} Chosen()
{
  var {:layer 2} place: int;
  call {:layer 2} Assume(!used[place]);
  call Set(1);
}
