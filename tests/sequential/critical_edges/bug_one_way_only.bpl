// Wrong: runs through A arrive with 1.
procedure P() {
  var x: int;
  x := 0;
  goto A, B;
  A: x := 1; goto B;
  B: assert x == 0;
//   ^^^^^^^^^^^^^ assertion
}

procedure Loop(n: int) {
  var i: int;
  i := 0;
  H:
  assert 0 <= i;
  i := i + 1;
  goto H, done;
  done: assert i == 1;
//      ^^^^^^^^^^^^^ assertion
}
