// Two parameters whose where clauses exclude each other.
// The second procedure leaves exactly one pair of values.

procedure Disjoint(x: int where x > 0, y: int where y > x && y < 2)
//        ^^^^^^^^ vacuous
{
  assert x == y;
}

procedure OnePair(x: int where x > 0, y: int where y > x && y < 3)
{
  assert x == 1 && y == 2;
}
