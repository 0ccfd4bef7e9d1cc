// A statement without its semicolon.
// It is missing after the 1, wherever the next token may be.

procedure P() returns (x: int)
{
  x := 1
//     ^ syntax
  x := 2;
}
