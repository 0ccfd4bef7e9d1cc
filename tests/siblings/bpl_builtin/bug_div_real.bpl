// Wrong: `div` is of ints; on reals it has no meaning that Boogie knows.

function {:builtin "div"} Whole(x: real, y: real): real;

procedure P()
{
  assert Whole(3.0, 2.0) == 1.5;
}
