// Two inlined functions that call each other.
// Inlining them would never end.

function {:inline} F(x: int): int { G(x) + 1 }
//                 ^^^^^^^^^ resolve
function {:inline} G(x: int): int { F(x) + 1 }
