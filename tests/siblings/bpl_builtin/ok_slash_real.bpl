// Right: division of reals.

function {:builtin "/"} Quotient(x: real, y: real): real;

procedure P()
{
  assert Quotient(1.0, 2.0) + Quotient(1.0, 2.0) == 1.0;
}
