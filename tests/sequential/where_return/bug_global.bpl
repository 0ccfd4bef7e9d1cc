// On one of its paths the callee leaves the global out of its range.

var g: int where g > 0;

procedure Reset(b: bool)
//        ^^^^^ where
  modifies g;
{
  g := 7;
  if (b) {
    g := 0;
  }
}

procedure Caller()
  modifies g;
{
  call Reset(true);
  assert g > 0;
}
