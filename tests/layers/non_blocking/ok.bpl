// One branch of the left mover waits; the other can always be taken.

var {:layer 0, 1} stock: int;

left action {:layer 1} Order() returns (n: int)
{
  if (*) {
    assume n > 0;
    assume stock + n == 100;
  } else {
    n := 0;
  }
}
