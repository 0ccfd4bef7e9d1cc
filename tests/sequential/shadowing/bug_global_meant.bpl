// The local variable was meant to be the global one.
// The global x is 1, the local one is 7.

var x: int;
var y: int;

procedure Hides(y: int) returns (z: int)
  requires x == 1 && y == 2;
  ensures z == 2;
{
  var x: int;

  x := 7;
  z := y;
  assert (forall x: int :: x == 7 || x != 7);
  assert (forall y: [int]int :: {y[x]} y[x] == y[7]);
  assert (var x := 10; x) == 10 && x == 1;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}

procedure Visible()
  modifies x, y;
{
  x, y := 1, 2;
  call x := Hides(y);
  assert x == 2;
}
