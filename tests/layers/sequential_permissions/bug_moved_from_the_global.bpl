// lib: base
// Between two calls the permission of the global is in a variable. Then the global has the same value, and not it.

var {:linear} g: One int;

procedure Moved()
  modifies g;
{
  var x: One int;
  var l: One Loc;
  x := g;
  call l := Loc_New();
  assert x != g;
//^^^^^^^^^^^^^^ assertion
  g := x;
}
