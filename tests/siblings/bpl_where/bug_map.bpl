// Wrong: the loop writes m[0] := 0 in its only round; afterwards the assertion fails. The range is of a map.

procedure P()
{
  var m: [int]int where (forall k: int :: m[k] > 0);
  var i: int;
  i := 0;
  while (i < 1)
    invariant 0 <= i && i <= 1;
  {
    m[i] := 0;
    i := i + 1;
  }
  assert m[0] > 0;
}
