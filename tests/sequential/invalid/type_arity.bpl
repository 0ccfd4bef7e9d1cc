// A type constructor with too few arguments.
// It takes two.

type Pair a b;
var p: Pair int;
//     ^^^^^^^^ resolve
