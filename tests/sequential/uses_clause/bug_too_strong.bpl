// The limit is taken to be less than 100.
// The axioms allow 100 itself.

const limit: int uses {
  axiom 0 < limit;
  axiom limit <= 100;
}

function Square(x: int): int uses {
  axiom (forall x: int :: {Square(x)} Square(x) == x * x);
  axiom (forall x: int :: {Square(x)} 0 <= Square(x));
}

function Next(x: int): int {
  x + 1
} uses {
  axiom Next(limit) <= 101;
}

procedure Bounded(x: int)
  requires x == 3;
{
  assert Square(x) == 9;
  assert 0 <= Square(limit);
  assert Next(limit) <= 100;
//^^^^^^^^^^^^^^^^^^^^^^^^^^ assertion
  assert 1 < Next(limit);
}
