// A loop that is entered in two places, one of which only leads back to the other.
procedure P() {
  var x: int;
  x := 0;
  goto H, A;
  H: goto B;
  A: x := x * 2; goto H;
  B: goto A, done;
  done: assert x mod 1 == 0;
}
