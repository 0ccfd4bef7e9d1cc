// The gate of an action holds where it is called, by a yield invariant of the caller.

var {:layer 0, 1} stock: [int]int;

yield invariant {:layer 1} InStock({:linear} shop: One int, n: int);
preserves stock[shop->val] >= n;

yield procedure {:layer 0} Sell({:linear} shop: One int);
refines atomic action {:layer 1} _
{
  assert stock[shop->val] > 0;
  stock[shop->val] := stock[shop->val] - 1;
}

yield procedure {:layer 1} SellTwo({:linear} shop: One int)
requires call InStock(shop, 2);
{
  call Sell(shop);
  call InStock(shop, 1);
  call Sell(shop);
}
