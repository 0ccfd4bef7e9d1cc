// An else that belongs to no if.
// It cannot begin a statement.

procedure P(x: int) returns (y: int)
{
  y := x;
  else {
//^^^^ syntax
    y := 0;
  }
}
