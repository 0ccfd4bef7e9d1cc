// After the assignment the where clause is believed once more.
// It says nothing about assigned values.

procedure Dice() returns (sum: int)
  ensures 2 <= sum && sum <= 12;
{
  var die: int where 1 <= die && die <= 6;
  var first: int;

  assert 1 <= die && die <= 6;
  havoc die;
  first := die;
  havoc die;
  sum := first + die;
}

procedure Assigned() returns (outside: int where 0 <= outside)
  ensures outside == -5;
{
  // Where clauses are assumed where values are chosen; at the end they are proved only if a call relies on it.
  assert 0 <= outside;
  outside := -5;
  assert outside >= 0;
//^^^^^^^^^^^^^^^^^^^^ assertion
}

procedure Caller() returns (x: int)
  ensures 2 <= x && x <= 12;
{
  call x := Dice();
}
