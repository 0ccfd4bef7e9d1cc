// An axiom that speaks of a global variable.
// Axioms hold in all states, so they may not depend on one.

var g: int;
axiom g > 0;
//    ^^^^^ resolve
