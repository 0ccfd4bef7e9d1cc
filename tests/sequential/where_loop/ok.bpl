// At the head of a loop the where-clauses of what the loop changes hold, because every way to it proves them: by the clauses
// themselves, by invariants, or because only `havoc` changes the variable.

procedure Counts(n: int)
{
  var i: int where 0 <= i && i <= 10;
  i := 0;
  while (i < n && i < 10)
  {
    i := i + 1;
  }
  assert i <= 10;
}

procedure ByInvariant(n: int)
{
  var even: int where even mod 2 == 0;
  var half: int;
  even, half := 0, 0;
  while (half < n)
    invariant even == 2 * half;
  {
    half := half + 1;
    even := 2 * half;
  }
  assert even mod 2 == 0;
}

procedure ByChoice()
{
  var die: int where 1 <= die && die <= 6;
  while (*)
  {
    havoc die;
  }
  assert die <= 6;
}

// Nothing is read of it after the head, so nothing is believed of it there.
procedure Dead(n: int)
{
  var t: int where 0 <= t;
  var i: int;
  t := -1;
  i := 0;
  while (i < n)
  {
    t := i - 5;
    i := t + 6;
  }
}

// An inlined body is executed: its locals start to exist in each iteration, and nothing is believed of them outside.
procedure {:inline 1} Pick(low: int) returns (r: int where r > low)
{
  var t: int where t > low + 1;
  r := t;
}

procedure Around(n: int)
{
  var i: int;
  i := 0;
  while (i < n)
  {
    call i := Pick(i);
  }
}

procedure Map()
{
  var m: [int]int where (forall k: int :: m[k] > 0);
  var i: int;
  i := 0;
  while (i < 9)
  {
    m[i] := m[i] + 1;
    i := i + 1;
  }
  assert m[3] > 0;
}
