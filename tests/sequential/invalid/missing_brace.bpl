// A body whose last brace is missing.
// The next procedure seems to stand inside it.

procedure P(x: int) {
//                  ^ syntax
  if (x > 0) {
    assert x > 0;
  }

procedure Q(x: int);
