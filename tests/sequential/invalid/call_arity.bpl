// A procedure called with too many arguments.
// It takes one.

procedure Q(x: int);

procedure P()
{
  call Q(1, 2);
//^^^^^^^^^^^^^ type
}
