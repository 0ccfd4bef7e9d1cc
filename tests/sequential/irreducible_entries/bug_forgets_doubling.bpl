// Wrong: runs through A double x, whichever entry they take.
procedure P() {
  var x: int;
  x := 1;
  goto H, A;
  H: goto B;
  A: x := x * 2; goto H;
  B: goto A, done;
  done: assert x == 1;
//      ^^^^^^^^^^^^^^ assertion
}
