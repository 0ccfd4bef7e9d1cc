// A local variable with the name of a parameter.
// Parameters, results and locals share one scope.

procedure P(x: int)
{
  var x: int;
//    ^ resolve
}
