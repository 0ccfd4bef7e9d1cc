// An attribute that means nothing would promise something.

var {:layer 0, 1} {:modul "X"} a: int;
//                ^^^^^^^^^^^^ module
var {:layer 0, 1} {:Module "X"} b: int;
//                ^^^^^^^^^^^^^ module
var {:layer 0, 1} {:instances "X", "F", "c"} c: int;
//                ^^^^^^^^^^^^^^^^^^^^^^^^^^ module

yield procedure {:layer 0} {:functer "F"} P();
//                         ^^^^^^^^^^^^^^ module
