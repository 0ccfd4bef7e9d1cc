// A branch straight to a join: what one way assigns says nothing about the other.
procedure P() {
  var x: int;
  x := 0;
  goto A, B;
  A: x := 1; goto B;
  B: assert x == 0 || x == 1;
}

procedure Loop(n: int) {
  var i: int;
  i := 0;
  H:
  assert 0 <= i;
  i := i + 1;
  goto H, done;
  done: assert 1 <= i;
}
