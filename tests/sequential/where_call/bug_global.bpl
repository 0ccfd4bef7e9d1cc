// The global is out of its range at the call, and back in it at the end.

var g: int where g > 0;

procedure Use()
{
  assert g > 0;
}

procedure Caller()
  modifies g;
{
  g := 0;
  call Use();
//^^^^^^^^^^^ where
  g := 1;
}
