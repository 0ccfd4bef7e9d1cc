// Wrong: assigning a value that is not a number is no contradiction.
function {:builtin "fp.isNaN"} IsNaN(x: float24e8): bool;
function {:builtin "fp.eq"} IeeeEqual(x: float24e8, y: float24e8): bool;
function Twice(x: float24e8): float24e8 { x + x }

procedure P(x: float24e8)
  requires IsNaN(x);
{
  var y: float24e8;
  y := Twice(x) + x;
  assert IeeeEqual(y, y);
//^^^^^^^^^^^^^^^^^^^^^^ assertion
}
