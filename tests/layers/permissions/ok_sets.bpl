// A set of permissions is split, and its parts are joined again.

yield procedure {:layer 1} Work({:linear} part: UnitMap (One int));

yield procedure {:layer 1} Main({:linear_in} all: UnitMap (One int))
requires {:layer 1} all->dom == (lambda p: One int :: 0 <= p->val && p->val < 10);
{
  var low, high: UnitMap (One int);
  high := all;
  call low := Map_Split(high, (lambda p: One int :: 0 <= p->val && p->val < 5));
  assert {:layer 1} Map_Contains(low, One(2)) && !Map_Contains(high, One(2));
  call Work(low) | Work(high);
  call Map_Join(high, low);
  assert {:layer 1} Map_Contains(high, One(2)) && Map_Contains(high, One(7));
}
