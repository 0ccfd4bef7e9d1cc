// (var x := e; body) names a value inside an expression.
// Several names at once, nested lets, shadowing, and lets inside quantifiers and functions.

function {:inline} Distance(x: int, y: int): int {
  (var d := x - y; if 0 <= d then d else -d)
}

procedure Lets(a: int, b: int)
  requires a == 3 && b == 4;
{
  var x: int;

  x := (var s, t := a + b, a - b; s * t);
  assert x == -7;
  x := (var y := 2; (var y := y + y; y + y));
  assert x == 8;
  assert Distance(a, b) == 1;
  assert Distance(b, a) == Distance(a, b);
  assert (forall i: int :: (var d := Distance(i, i + 1); d == 1));
  assert (var p, q := a < b, b < a; p && !q);
}
