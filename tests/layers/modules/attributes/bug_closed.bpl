// Nothing joins a functor or an instance, and what is part of a functor stays there.

var {:layer 0, 1} {:functor "F"} x: int;
var {:layer 0, 1} {:functor "F"} {:module 1, "M"} y: int;
//                               ^^^^^^^^^^^^^^^^ module
var {:layer 0, 1} {:instance "I", "F", "x"} xi: int;
var {:layer 0, 1} {:module "F"} a: int;
//                ^^^^^^^^^^^^^ module
var {:layer 0, 1} {:module 1, "I"} b: int;
//                ^^^^^^^^^^^^^^^^ module
var {:layer 0, 1} {:functor "F"} {:instance "I", "F", "x"} c: int;
//                ^^^^^^^^^^^^^^ module
var {:layer 0, 1} {:instance "I", "F", "x"} {:module "M"} d: int;
//                ^^^^^^^^^^^^^^^^^^^^^^^^^ module
//                                          ^^^^^^^^^^^^^ module

yield procedure {:layer 0} P();
