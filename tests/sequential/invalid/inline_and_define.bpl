// A function that is to be both inlined and defined.
// It can have one of the two.

function {:inline} {:define} F(x: int): int { x + 1 }
//                           ^^^^^^^^^ resolve
