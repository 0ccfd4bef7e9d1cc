// The measures are listed in the wrong order.
// The second argument comes first, and it may grow.

procedure Ackermann(m: int, n: int) returns (r: int)
  requires 0 <= m && 0 <= n;
  ensures 0 < r;
  measure n, m;
{
  if (m == 0) {
    r := n + 1;
  } else if (n == 0) {
    call r := Ackermann(m - 1, 1);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ measure
  } else {
    call r := Ackermann(m, n - 1);
    call r := Ackermann(m - 1, r);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ measure
  }
}
