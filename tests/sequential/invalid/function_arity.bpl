// A function called with too few arguments.
// It takes two.

function F(x: int, y: int): int;

procedure P()
{
  assert F(1) == 1;
//       ^^^^ type
}
