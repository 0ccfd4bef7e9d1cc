// A break with the label of a loop that does not enclose it.
// Only what is around it can be left.

procedure P(n: int)
{
  var k: int;

  k := 0;
  first:
  while (k < n)
  {
    k := k + 1;
  }
  second:
  while (k > 0)
  {
    k := k - 1;
    break first;
//  ^^^^^^^^^^^^ resolve
  }
}
