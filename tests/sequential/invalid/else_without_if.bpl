// An else that belongs to no if.
// The semicolon of habit after the closing brace is not there; the if has simply been deleted.

procedure P(x: int) returns (y: int)
{
  y := x;
  else {
//^^^^ syntax
    y := 0;
  }
}
