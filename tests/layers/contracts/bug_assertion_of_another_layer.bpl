// At layer 1 the read gives any number; the gate that makes it positive is of layer 2.

var {:layer 0, 2} x: int;

yield procedure {:layer 0} Get() returns (value: int);
refines atomic action {:layer 1} _
{
  value := x;
}

yield procedure {:layer 1} GetPositive() returns (value: int)
refines atomic action {:layer 2} _
{
  assert x > 0;
  value := x;
}
{
  call value := Get();
}

yield invariant {:layer 2} Positive();
preserves x > 0;

yield procedure {:layer 2} Main()
requires call Positive();
{
  var a: int;
  call a := GetPositive();
  assert {:layer 2} a > 0;
  assert {:layer 1} a > 0;
//^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
