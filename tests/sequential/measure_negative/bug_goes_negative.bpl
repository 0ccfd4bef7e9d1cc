// The measure of the recursive procedure is its argument.
// It may be negative when the procedure calls itself.

procedure CountDown(high: int, low: int) returns (x: int)
  requires low <= high;
  ensures x == low;
{
  x := high;
  while (x != low)
    invariant low <= x;
    measure x - low;
  {
    x := x - 1;
  }
}

procedure Recursive(x: int)
  requires -10 <= x;
  measure x;
{
  if (-10 < x) {
    call Recursive(x - 1);
//  ^^^^^^^^^^^^^^^^^^^^^^ measure
  }
}
