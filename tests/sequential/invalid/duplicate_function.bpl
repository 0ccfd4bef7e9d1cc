// Two functions of one name.
// There is no overloading.

function F(x: int): int;
function F(x: int, y: int): int;
//       ^ resolve
