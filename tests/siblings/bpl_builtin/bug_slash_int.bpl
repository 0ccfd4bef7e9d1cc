// Wrong: 1 == 2 is false. `/` of the solver is division of reals; a function that gives an int cannot be one half.

function {:builtin "/"} Half(x: int, y: int): int;

procedure P()
{
  var h: int;
  h := Half(1, 2);
  assert h + h == 1;
  assert 1 == 2;
}
