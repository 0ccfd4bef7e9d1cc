// Preconditions that no state satisfies: everything can be proved of such a procedure, and nothing is said by it.
// The second procedure differs in one sign, and can be called.

procedure Never(x: int)
//        ^^^^^ vacuous
  requires x < 10;
  requires 10 < x;
{
  assert x == 42;
}

procedure Sometimes(x: int)
  requires x < 10;
  requires -10 < x;
{
  assert x != 42;
}
