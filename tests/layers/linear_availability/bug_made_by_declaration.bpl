// Without a body nobody knows where the permission comes from.

pure procedure Make() returns ({:linear} p: One int);
//                                      ^ linear-declaration

yield procedure {:layer 1} Main()
{
  var {:layer 1} p: One int;
  call {:layer 1} p := Make();
}
