// A where-clause that cannot be broken is worth something everywhere: the variable is only havocked, and nothing else in
// the clause changes. What is computed is proved by invariants and postconditions instead.

var level: int where 0 <= level;

procedure Roll(sides: int) returns (die: int where 1 <= die && die <= sides)
  requires 1 <= sides;
{
  while (*)
  {
    havoc die;
  }
}

procedure Drain()
  modifies level;
{
  havoc level;
}

procedure Count(n: int) returns (i: int)
  modifies level;
  requires 0 <= n && n <= 10;
  ensures i <= 10;
{
  var die: int;
  call die := Roll(6);
  assert die <= 6;
  i := 0;
  while (i < n)
    invariant i <= 10;
  {
    call Drain();
    assert 0 <= level;
    i := i + 1;
  }
}
