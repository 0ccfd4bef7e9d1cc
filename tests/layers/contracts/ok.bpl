// Conditions and assertions hold at the layers that they list.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Get() returns (value: int);
refines atomic action {:layer 1, 2} _
{
  value := x;
}

yield procedure {:layer 1} Double(n: int) returns (twice: int)
requires {:layer 1} n > 0;
ensures {:layer 1} twice > n;
{
  twice := n + n;
}

yield procedure {:layer 2} Main()
{
  var a: int;
  var {:layer 0, 1} b: int;
  call a := Get();
  if (a > 0) {
    assert {:layer 1, 2} a != 0;
    call b := Double(a);
    assert {:layer 1} b > 1;
  }
}
