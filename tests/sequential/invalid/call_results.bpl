// A call that takes one of two results.
// All of them must be taken.

procedure Q() returns (x: int, y: int);

procedure P() returns (z: int)
{
  call z := Q();
//^^^^^^^^^^^^^^ type
}
