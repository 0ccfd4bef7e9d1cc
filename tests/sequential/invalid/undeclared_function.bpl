// A function that is declared nowhere.
// A procedure of the same name is not a function.

procedure F(x: int) returns (y: int);

procedure P()
{
  assert F(1) == 2;
//       ^^^^ resolve
}
