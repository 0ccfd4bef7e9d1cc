// A trigger that is a comparison.
// Triggers are made of functions, maps and arithmetic.

function F(x: int): int;
axiom (forall i: int :: {F(i) > 0} F(i) > 0);
//                      ^^^^^^^^^^ resolve
