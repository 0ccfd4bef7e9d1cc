// Division by zero is some number, but nothing is known about it.
// The same division gives the same number each time.

procedure Zero(x: int, y: int)
{
  assert x div 0 == x div 0;
  assert y == 0 && x == 4 ==> x div y == 4 div 0;
}
