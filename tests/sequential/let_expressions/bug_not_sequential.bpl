// The second name is expected to see the first.
// All right-hand sides of one let are evaluated outside it: the outer value counts.

function {:inline} Distance(x: int, y: int): int {
  (var d := x - y; if 0 <= d then d else -d)
}

procedure Lets(a: int, b: int)
  requires a == 3 && b == 4;
{
  var x: int;

  x := (var s, t := a + b, a - b; s * t);
  assert x == -7;
  x := 1;
  x := (var x, y := 2, x + 3; x * y);
  assert x == 10;
//^^^^^^^^^^^^^^^ assertion
  assert Distance(a, b) == 1;
  assert Distance(b, a) == Distance(a, b);
  assert (forall i: int :: (var d := Distance(i, i + 1); d == 1));
  assert (var p, q := a < b, b < a; p && !q);
}
