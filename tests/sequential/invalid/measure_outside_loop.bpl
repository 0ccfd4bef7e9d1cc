// A measure command in the middle of a body.
// It belongs to the head of a loop.

procedure P(n: int)
{
  var k: int;

  k := n;
  while (k > 0)
    invariant k >= 0;
  {
    k := k - 1;
    measure k;
//  ^^^^^^^^^^ resolve
  }
}
