// What a where-clause would have hidden: the loop leaves the range, and the callee returns another number.

procedure Negative() returns (y: int)
  ensures 0 < y;
//^^^^^^^^^^^^^^ postcondition
{
  y := -1;
}

procedure Count(n: int) returns (i: int)
  ensures i <= 10;
{
  i := 0;
  while (i < n)
    invariant i <= 10;
//  ^^^^^^^^^^^^^^^^^^ invariant-preserved
  {
    i := i + 1;
  }
}

procedure Caller()
{
  var z: int;
  call z := Negative();
  assert 0 < z;
}
