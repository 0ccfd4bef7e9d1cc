// The solver takes integers for reals here, and a half for an integer.
function {:builtin "/"} Half(x: int, y: int): int;

procedure P()
{
  assert Half(1, 2) * 2 == 1;
//       ^^^^^^^^^^ unsupported
}
