// The forms of `{:module}`, and where they stand.

var {:layer 0, 3} {:module "A"} {:module 2, "B"} {:module 3, "C"} x: int;
var {:layer 0, 3} {:module 2, "B"} {:module 3, "C"} later: int;

yield invariant {:layer 2} {:module "A"} {:module 2, "B"} Inv();
preserves x >= x && later >= later;

// The action inside the clause belongs where its procedure does.
yield procedure {:layer 2} {:module "A"} {:module 2, "C"} P();
refines atomic action {:layer 3} _
{
}

yield procedure {:layer 0} {:module "A"} Q();
refines atomic action {:layer 1, 3} {:module "A"} {:module 2, "B"} {:module 3, "C"} _
{
  x := x + 1;
}
