// The second mean is divided by 3.
// It may lie below both values, or above both.

procedure Mean(x: real, y: real) returns (m: real)
  requires x <= y;
  ensures x <= m && m <= y;
//^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
  ensures y - m == (y - x) / 4.0;
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ postcondition
{
  m := (x + y) / 2.0;
  assert x <= m;
  m := (m + y) / 3.0;
}

procedure Exact()
{
  assert 1.0 / 3.0 + 1.0 / 3.0 + 1.0 / 3.0 == 1.0;
  assert 0.1 + 0.2 == 0.3;
  assert 25e-1 == 2.5 && 1e3 == 1000.0;
  assert -1.5 < -1.25;
}
