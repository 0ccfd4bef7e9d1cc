// A trigger that is a variable alone.
// It would match everything.

function F(x: int): int;
axiom (forall i: int :: {i} F(i) > 0);
//                      ^^^ resolve
