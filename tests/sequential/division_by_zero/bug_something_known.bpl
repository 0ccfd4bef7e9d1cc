// The quotient is assumed to be zero.
// Nothing says so.

procedure Zero(x: int, y: int)
{
  assert x div 0 == 0;
//^^^^^^^^^^^^^^^^^^^^ assertion
  assert y == 0 && x == 4 ==> x div y == 4 div 0;
}
