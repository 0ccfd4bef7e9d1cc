// Two modules, and the ways from one to the other: procedures that still are procedures, and yield invariants.

var {:layer 0, 2} {:module "X"} {:module 2, "Y"} x: int;
var {:layer 0, 2} {:module "Y"} y: int;
var {:layer 0, 1} z: int;

yield invariant {:layer 1} {:module "X"} Positive(least: int);
preserves least <= x;

yield procedure {:layer 1} {:module "X"} RaiseX()
refines atomic action {:layer 2} {:module "Y"} _
{
  x := x + 1;
}
requires call Positive(0);
ensures call Positive(1);
{
  call AddX();
}

yield procedure {:layer 0} {:module "X"} AddX();
refines atomic action {:layer 1} _
{
  x := x + 1;
}

yield procedure {:layer 0} {:module "Y"} AddY();
refines atomic action {:layer 1, 2} _
{
  y := y + 1;
}

yield procedure {:layer 2} {:module "Y"} Both()
requires call Positive(0);
{
  call Seen() | Positive(0);
  call AddY();
  call Seen() | Positive(0);
  call RaiseX();
  call Seen() | Positive(1);
}

// At layer 2 both variables are Y's.
yield invariant {:layer 2} {:module "Y"} Seen();
preserves x <= x + y * y;

// The main program has what is not told to be elsewhere.
yield procedure {:layer 0} AddZ();
refines atomic action {:layer 1} _
{
  z := z + 1;
}

yield procedure {:layer 1} Main()
requires call Positive(0);
{
  call AddZ();
  call Positive(0);
}
