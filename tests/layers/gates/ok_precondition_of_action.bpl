// A precondition of an action is established by its callers.

var {:layer 0, 1} stock: int;

invariant {:layer 1} InStock();
preserves stock > 0;

left action {:layer 1} CheckStock()
requires call InStock();
{
  assume stock > 0;
}

yield procedure {:layer 0} Check();
refines CheckStock;

yield procedure {:layer 1} Main()
requires call InStock();
{
  call Check();
}
