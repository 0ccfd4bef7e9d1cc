// A break that is in no loop.
// There is nothing to leave.

procedure P(x: int)
{
  if (x > 0) {
    break;
//  ^^^^^^ resolve
  }
}
