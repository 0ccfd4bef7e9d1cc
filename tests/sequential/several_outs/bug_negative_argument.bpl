// Minutes no longer asks for a non-negative number of seconds.
// The precondition of Divide fails at the first call.

procedure Divide(n: int, d: int) returns (q: int, r: int)
  requires 0 <= n && 0 < d;
  ensures n == q * d + r;
  ensures 0 <= r && r < d;
{
  q, r := 0, n;
  while (d <= r)
    invariant n == q * d + r;
    invariant 0 <= r;
    measure r;
  {
    q, r := q + 1, r - d;
  }
}

procedure Minutes(seconds: int) returns (h: int, m: int, s: int)
  ensures seconds == (h * 60 + m) * 60 + s;
  ensures 0 <= m && m < 60 && 0 <= s && s < 60;
{
  call m, s := Divide(seconds, 60);
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ precondition
  call h, m := Divide(m, 60);
}
