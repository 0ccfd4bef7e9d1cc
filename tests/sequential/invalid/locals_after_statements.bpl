// Local variables are declared at the start of the body.
// After a statement there can be no declaration.

procedure P() returns (x: int)
{
  x := 1;
  var y: int;
//^^^ syntax
}
