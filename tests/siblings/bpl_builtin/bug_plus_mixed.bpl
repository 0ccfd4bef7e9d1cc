// Wrong: 1 + 0.5, called an int.

function {:builtin "+"} Plus(x: int, y: real): int;

procedure P()
{
  var h: int;
  h := Plus(1, 0.5);
  assert h + h == 3;
  assert 1 == 2;
}
