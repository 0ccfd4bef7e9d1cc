// Wrong: nothing contradicts itself here, although the postcondition speaks of the global and the result at once.
var g: int;
procedure Next() returns (r: int);
  modifies g;
  ensures r == g + 1;

procedure P()
  modifies g;
{
  call g := Next();
  assert false;
//^^^^^^^^^^^^^ assertion
}
