// The states are the same in both orders, the results are not.

var {:layer 0, 1} next: int;

both action {:layer 1} Draw() returns (n: int)
//                     ^^^^ commutativity
modifies next;
{
  n := next;
  next := next + 1;
}
