// Two axioms that contradict each other: the whole program is provable, right or wrong.
// The second of them is where the contradiction shows.

const limit: int;
axiom limit < 5;
axiom limit > 5;
//^^^^^^^^^^^^^^ vacuous

procedure P(x: int)
{
  assert x == limit;
}
