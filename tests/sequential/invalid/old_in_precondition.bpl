// `old` in a precondition.
// There is no state before it.

var g: int;

procedure P();
  requires g == old(g);
//              ^^^^^^ resolve
