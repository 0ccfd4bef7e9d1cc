// The attribute says that the body is to be checked.
// Then its assertion is found to be wrong; the postcondition comes after it, where nothing is left.

procedure {:verify true} Oracle(x: int) returns (y: int)
  ensures y == x * x + 1;
{
  y := 0;
  assert y == 1;
//^^^^^^^^^^^^^^ assertion
}

procedure Client(x: int) returns (y: int)
  ensures y > 0;
{
  call y := Oracle(x);
  assert x * x >= 0;
}
