// A function that is to be inlined but has no body.
// There is nothing to put in its place.

function {:inline} F(x: int): int;
//                 ^^^^^^^^^ resolve
