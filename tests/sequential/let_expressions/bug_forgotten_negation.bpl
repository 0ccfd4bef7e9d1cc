// The distance of a smaller from a larger number comes out negative.
// So it is not the same both ways round.

function {:inline} Distance(x: int, y: int): int {
  (var d := x - y; if 0 <= d then d else d)
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
//^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  assert Distance(b, a) == Distance(a, b);
  assert (forall i: int :: (var d := Distance(i, i + 1); d == 1));
  assert (var p, q := a < b, b < a; p && !q);
}
