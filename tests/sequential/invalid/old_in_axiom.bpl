// `old` in an axiom.
// Axioms know no states.

const c: int;
axiom old(c) == c;
//    ^^^^^^ resolve
