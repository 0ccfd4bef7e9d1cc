// A precondition that contradicts an axiom.
// Without the first procedure there is nothing wrong with the axiom.

function F(x: int): int;
axiom (forall x: int :: {F(x)} F(x) > x);

procedure Impossible(x: int)
//        ^^^^^^^^^^ vacuous
  requires F(x) <= x;
{
  assert F(x) == 0;
}

procedure Possible(x: int)
  requires F(x) <= x + 1;
{
  assert F(x) == x + 1;
}
