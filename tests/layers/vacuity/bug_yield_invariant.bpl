// A yield invariant that no state satisfies is kept by everybody, and whoever relies on it proves what he likes. The
// procedure is not blamed for it.

var {:layer 0, 1} x: int;

yield invariant {:layer 1} Nowhere(n: int);
//                         ^^^^^^^ vacuous
preserves x < n;
preserves x > n;

yield procedure {:layer 1} P(n: int)
requires call Nowhere(n);
{
  assert {:layer 1} n == n + 1;
}
