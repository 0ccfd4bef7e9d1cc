// An assignment gives the same value, also where the value is not a number; `==` is identity, `fp.eq` is IEEE's.
function {:builtin "fp.isNaN"} IsNaN(x: float24e8): bool;
function {:builtin "fp.eq"} IeeeEqual(x: float24e8, y: float24e8): bool;
function Twice(x: float24e8): float24e8 { x + x }

procedure P(x: float24e8)
  requires IsNaN(x);
{
  var y: float24e8;
  y := x + x;
  assert IsNaN(y) && y == y && !IeeeEqual(y, y);
  y := Twice(x);
  assert IsNaN(y);
}

procedure Zeros()
{
  assert 0x0.0e0f24e8 != -0x0.0e0f24e8;
  assert IeeeEqual(0x0.0e0f24e8, -0x0.0e0f24e8);
}
