// The condition of an if is an integer.
// It must be a truth value.

procedure P(x: int) returns (y: int)
{
  y := 0;
  if (x) {
//^^^^^^ type
    y := 1;
  }
}
