// Copies of what is not there.

var {:layer 0, 1} {:functor "F"} x: int;
var {:layer 0, 1} {:instance "I", "G", "x"} a: int;
//                ^^^^^^^^^^^^^^^^^^^^^^^^^ module
var {:layer 0, 1} {:instance "J", "F", "z"} b: int;
//                ^^^^^^^^^^^^^^^^^^^^^^^^^ module
var {:layer 0, 1} {:instance "F", "F", "x"} c: int;
//                ^^^^^^^^^^^^^^^^^^^^^^^^^ module
var {:layer 0, 1} {:functor "H"} y: int;
var {:layer 0, 1} {:instance "K", "F", "x"} d: int;
//                ^^^^^^^^^^^^^^^^^^^^^^^^^ module
var {:layer 0, 1} {:instance "K", "H", "y"} e: int;
//                ^^^^^^^^^^^^^^^^^^^^^^^^^ module

yield procedure {:layer 0} {:instance "J", "F", "x"} P();
//                         ^^^^^^^^^^^^^^^^^^^^^^^^^ module
