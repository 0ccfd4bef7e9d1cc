// Wrong: with Civl: Get gives 0, and its caller believes the range of the result: the run Main, Get fails at the assertion.

var {:layer 0, 1} x: int;

yield procedure {:layer 0} Write(n: int);
refines atomic action {:layer 1} _
{
  x := n;
}

yield procedure {:layer 1} Get() returns (r: int where r > 0)
{
  r := 0;
}

yield procedure {:layer 1} Main()
{
  var n: int;
  call n := Get();
  assert {:layer 1} n > 0;
  call Write(n);
}
