// A truth value assigned to an integer variable.
// There is no conversion between the two.

procedure P() returns (x: int)
{
  x := 1 < 2;
//^^^^^^^^^^ type
}
