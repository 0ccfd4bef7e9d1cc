// The last call keeps the first argument.
// Then the second one would have to fall, and it does not.

procedure Ackermann(m: int, n: int) returns (r: int)
  requires 0 <= m && 0 <= n;
  ensures 0 < r;
  measure m, n;
{
  if (m == 0) {
    r := n + 1;
  } else if (n == 0) {
    call r := Ackermann(m - 1, 1);
  } else {
    call r := Ackermann(m, n - 1);
    call r := Ackermann(m, r);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^ measure
  }
}
