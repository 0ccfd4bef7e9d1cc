// Two owners at one layer; an owner at layers that are not there.

var {:layer 0, 1} {:module "X"} {:module "Y"} a: int;
//                              ^^^^^^^^^^^^^ module
var {:layer 0, 2} {:module "X"} {:module 1, "Y"} {:module 1, "Z"} b: int;
//                                               ^^^^^^^^^^^^^^^^ module
var {:layer 0, 1} {:module "X"} {:module 2, "Y"} c: int;
//                              ^^^^^^^^^^^^^^^^ module

yield procedure {:layer 1} {:module "X"} {:module 2, "Y"} P();
//                                       ^^^^^^^^^^^^^^^^ module
