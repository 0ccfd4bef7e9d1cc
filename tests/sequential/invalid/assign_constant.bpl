// An assignment to a constant.
// Its value is fixed.

const c: int;

procedure P()
{
  c := 1;
//^^^^^^^ type
}
