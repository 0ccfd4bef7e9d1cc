// What an attribute cannot say.

var {:layer 0, 1} {:module} a: int;
//                ^^^^^^^^^ module
var {:layer 0, 1} {:module 1} b: int;
//                ^^^^^^^^^^^ module
var {:layer 0, 1} {:module "X", 1} c: int;
//                ^^^^^^^^^^^^^^^^ module
var {:layer 0, 1} {:module ""} d: int;
//                ^^^^^^^^^^^^ module
var {:layer 0, 1} {:module -1, "X"} e: int;
//                ^^^^^^^^^^^^^^^^^ module
var {:layer 0, 1} {:functor "F", "G"} f: int;
//                ^^^^^^^^^^^^^^^^^^^ module
var {:layer 0, 1} {:instance "I", "F"} g: int;
//                ^^^^^^^^^^^^^^^^^^^^ module
var {:layer 0, 1} {:functor "F"} {:functor "G"} h: int;
//                               ^^^^^^^^^^^^^^ module

yield procedure {:layer 0} P();
