// Each of the two assumptions holds for some value; the value is chosen once.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Write(n: int);
refines atomic action {:layer 1} _
{
  x := n;
}

yield procedure {:layer 1} Choose()
{
  var n: int;
  call Write(1);
  havoc n;
  assume n == 1;
  assume n == 2;
//^^^^^^^^^^^^^^ cooperation-assume
}
