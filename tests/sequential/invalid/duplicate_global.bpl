// Two global variables of one name.
// Variables and constants share their names.

var x: int;
const x: bool;
//    ^ resolve
