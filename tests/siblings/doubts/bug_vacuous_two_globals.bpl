// Wrong: two linear globals with one permission in both: no state satisfies the invariant, P proves `false`.

var {:layer 0, 1} {:linear} left: UnitMap (One int);
var {:layer 0, 1} {:linear} right: UnitMap (One int);

yield invariant {:layer 1} InBoth(n: int);
preserves Map_Contains(left, One(n)) && Map_Contains(right, One(n));

yield procedure {:layer 1} P(n: int)
requires call InBoth(n);
{
  assert {:layer 1} false;
}
