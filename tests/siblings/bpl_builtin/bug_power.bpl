// Wrong: the power of an int with a negative int is a real in the solver: 2 to the power -1 is one half, which no int is.

function {:builtin "^"} Power(x: int, y: int): int;

procedure P()
{
  var h: int;
  h := Power(2, -1);
  assert h + h == 1;
  assert 1 == 2;
}
