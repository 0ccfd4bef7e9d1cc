// A havoc of a global variable that the modifies clause does not name.
// A havoc is an assignment, too.

var g: int;

procedure P()
{
  havoc g;
//^^^^^^^^ type
}
