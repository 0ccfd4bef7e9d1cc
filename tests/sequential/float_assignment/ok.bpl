// An assignment gives the same value, also where the value is not a number and differs from itself.
function Twice(x: float24e8): float24e8 { x + x }

procedure P(x: float24e8)
  requires !(x == x);
{
  var y: float24e8;
  y := x + x;
  assert !(y == y);
  y := Twice(x);
  assert !(y == y);
}
