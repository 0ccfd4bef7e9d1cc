// An invariant of Y speaks of a variable of X.

var {:layer 0, 1} {:module "X"} x: int;
var {:layer 0, 1} {:module "Y"} y: int;

yield invariant {:layer 1} {:module "Y"} Related();
preserves x <= y;
//        ^ ownership
