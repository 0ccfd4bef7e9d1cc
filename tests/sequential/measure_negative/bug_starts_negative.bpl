// The value itself is the measure.
// It may be negative from the start, as the lower end may be.

procedure CountDown(high: int, low: int) returns (x: int)
  requires low <= high;
  ensures x == low;
{
  x := high;
  while (x != low)
    invariant low <= x;
    measure x;
//  ^^^^^^^^^^ measure
  {
    x := x - 1;
  }
}

procedure Recursive(x: int)
  requires -10 <= x;
  measure x + 10;
{
  if (-10 < x) {
    call Recursive(x - 1);
  }
}
