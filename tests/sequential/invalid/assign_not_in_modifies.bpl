// An assignment to a global variable that the modifies clause does not name.
// Callers rely on the clause.

var g, h: int;

procedure P()
  modifies g;
{
  g := 1;
  h := 1;
//^^^^^^^ type
}
