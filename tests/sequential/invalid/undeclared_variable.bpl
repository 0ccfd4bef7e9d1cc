// A variable that is declared nowhere.
// A name from another procedure does not count.

procedure Other(y: int);

procedure P() returns (x: int)
{
  x := y + 1;
//     ^ resolve
}
