// What is to be believed of a shared variable after a yield is a yield invariant, which every thread keeps.

var {:layer 0, 1} x: int;

yield invariant {:layer 1} Positive();
preserves x > 0;

yield procedure {:layer 1} Main()
preserves call Positive();
{
}
