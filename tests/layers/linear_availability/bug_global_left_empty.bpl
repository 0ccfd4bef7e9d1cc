// Everybody believes that the global holds its permissions when no action is running.

var {:layer 0, 1} {:linear} token: One int;

atomic action {:layer 1} Take() returns ({:linear} mine: One int)
modifies token;
{
  mine := token; }
//               ^ linear-global
