// A measure must not be negative, or it could fall for ever.
// Counting down to a lower end, with the distance to it as the measure.

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
  measure x + 10;
{
  if (-10 < x) {
    call Recursive(x - 1);
  }
}
