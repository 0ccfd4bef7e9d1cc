// Wrong: assigning a value that is not a number is no contradiction.
function Twice(x: float24e8): float24e8 { x + x }

procedure P(x: float24e8)
  requires !(x == x);
{
  var y: float24e8;
  y := Twice(x) + x;
  assert y == y;
//^^^^^^^^^^^^^^ assertion
}
