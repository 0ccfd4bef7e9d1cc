// The measure of a loop stands before anything that changes the state.
var g: int;
procedure Inc();
  modifies g;
  ensures g == old(g) + 1;
procedure P()
  modifies g;
{
  H:
  call Inc();
  measure g;
//^^^^^^^ resolve
  g := g - 1;
  goto H;
}
