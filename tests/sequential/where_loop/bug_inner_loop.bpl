// The inner loop keeps the range of the global; the outer one leaves it between two runs of the inner one.

var g: int where g > 0;

procedure P()
  modifies g;
{
  while (*)
  {
    g := -1;
    while (*)
//  ^^^^^ where
    {
      g := 1;
    }
    assert g > 0;
    g := 1;
  }
}
