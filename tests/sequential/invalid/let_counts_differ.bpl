// A let with two names and one value.
// Each name needs its own.

procedure P()
{
  assert (var x, y := 1; x + y) == 2;
//        ^^^^^^^^^^^^^^^^^^^^ type
}
