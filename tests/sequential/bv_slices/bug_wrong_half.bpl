// The upper half of 83 is taken for the lower one.
// 83 is 5 times 16 and 3.

procedure Swap(x: bv8) returns (y: bv8)
  ensures y[8:4] == x[4:0] && y[4:0] == x[8:4];
{
  y := x[4:0] ++ x[8:4];
}

procedure Twice(x: bv8)
{
  var y: bv8;

  call y := Swap(x);
  call y := Swap(y);
  assert y[8:4] == x[8:4] && y[4:0] == x[4:0];
  assert y == x[8:4] ++ x[4:0];
  assert y == x;
}

procedure Literals()
{
  assert 5bv4 ++ 3bv4 == 83bv8;
  assert 83bv8[4:0] == 5bv4;
//^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  assert 255bv8[1:0] == 1bv1;
  assert 1bv1 ++ 0bv1 ++ 1bv1 == 5bv3;
}
