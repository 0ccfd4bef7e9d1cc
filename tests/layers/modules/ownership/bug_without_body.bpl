// What a procedure without a body does at layer 1 is what its action does at layer 2. At layer 1 the variable is X's.

var {:layer 0, 2} {:module "X"} {:module 2, "Y"} x: int;

yield invariant {:layer 1} {:module "X"} Positive();
preserves x >= 0;

yield procedure {:layer 1} {:module "Y"} Drop();
refines atomic action {:layer 2} {:module "Y"} _
//                                             ^ ownership
{
  x := -1;
}
