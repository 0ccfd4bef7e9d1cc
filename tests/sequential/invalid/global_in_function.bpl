// A function whose body reads a global variable.
// Functions depend on their arguments only.

var g: int;
function F(x: int): int { x + g }
//                            ^^^ resolve
