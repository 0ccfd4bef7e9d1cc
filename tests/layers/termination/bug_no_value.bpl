// No value is as assumed.

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
  assume n > 1 && n < 2;
//^^^^^^^^^^^^^^^^^^^^^^ cooperation-assume
}
