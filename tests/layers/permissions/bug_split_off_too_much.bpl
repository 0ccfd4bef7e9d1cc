// The part to be split off is not a part.

yield procedure {:layer 1} Main({:linear_in} all: UnitMap (One int))
requires {:layer 1} all->dom == (lambda p: One int :: 0 <= p->val && p->val < 10);
{
  var low, high: UnitMap (One int);
  high := all;
  call low := Map_Split(high, (lambda p: One int :: 5 <= p->val && p->val < 11));
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
}
