// The inner call adds 10 instead of 11, so M(100) calls M(110), which gives 100, and then M(100) again.
// What is returned, if anything, is still right: only the measure fails.

procedure M(n: int) returns (r: int)
  ensures n <= 100 ==> r == 91;
  ensures 100 < n ==> r == n - 10;
  // Smaller and never negative at each recursive call.
  measure if n <= 101 then 101 - n else 0;
{
  if (100 < n) {
    r := n - 10;
  } else {
    // Each call is replaced by its contract, so the second one knows what the first one returned.
    call r := M(n + 10);
    call r := M(r);
//  ^^^^^^^^^^^^^^^ measure
  }
}
