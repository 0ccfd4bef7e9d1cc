// A trigger that does not mention all bound variables.
// From its match the solver could not tell what j is.

function F(x: int): int;
axiom (forall i, j: int :: {F(i)} F(i) < F(j) || F(j) <= F(i));
//                         ^^^^^^ resolve
