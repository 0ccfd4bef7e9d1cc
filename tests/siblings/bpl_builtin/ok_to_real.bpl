// Right: an int as a real.

function {:builtin "to_real"} Real(x: int): real;

procedure P()
{
  assert Real(1) / 2.0 == 0.5;
}
