// Axioms attached to what they describe: `uses` after a function or a constant.
// They are facts like any other axiom, for those who mention the function or the constant.

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
  assert Next(limit) <= 101;
  assert 1 < Next(limit);
}
