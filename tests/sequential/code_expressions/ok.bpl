// A code expression is a small program whose value is true if all its runs return true.
// Choices are by goto and assume.

procedure Between(x: int, y: int)
  requires |{ var ok: bool;
              start: ok := true; goto low, high;
              low: assume x < 0; ok := false; goto end;
              high: assume 0 <= x; ok := x <= y; goto end;
              end: return ok;
           }|;
{
  assert 0 <= x;
  assert x <= y;
}

procedure Local(n: int)
{
  assert |{ a: return true; }|;
  assert |{ var k: int; a: k := n + 1; return n < k; }|;
  assert n == 0 ==> |{ var k: int;
    a: k := n; goto b, c;
    b: k := k + 1; goto d;
    c: k := k + 2; goto d;
    d: return 0 < k; }|;
}
