// A call whose result goes to a global that the callee modifies: the result overwrites what the callee left there.
var g: int;
procedure Next() returns (r: int);
  modifies g;
  ensures g == old(g) && r == g + 1;

procedure P()
  modifies g;
  ensures g == old(g) + 1;
{
  call g := Next();
}
