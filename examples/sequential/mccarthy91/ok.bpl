// McCarthy's 91 function: a nested recursion whose contract says in two lines what it computes.
// Shows recursion, and a measure by which every recursive call is smaller.

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
    call r := M(n + 11);
    call r := M(r);
  }
}
