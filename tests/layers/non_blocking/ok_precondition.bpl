// There is a step wherever the precondition holds, and the precondition is what callers establish.

var {:layer 0, 1} stock: int;

invariant {:layer 1} InStock();
preserves stock > 0;

left action {:layer 1} Check()
requires call InStock();
{
  assume stock > 0;
}
