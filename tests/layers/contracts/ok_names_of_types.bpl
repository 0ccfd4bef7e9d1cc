// The names of types are free for the author: the library means its own by `T` and `K`.
datatype T { A(), B(t: int) }
datatype K { K(k: int) }
var {:layer 0, 1} x: Option T;
yield procedure {:layer 0} put(v: T);
refines atomic action {:layer 1} _ { x := Some(v); }
yield procedure {:layer 1} p() { call put(B(3)); }
