// The number is added before it is increased: 0 to n-1 are summed up.
// The second invariant is not maintained.

procedure Sum(n: int) returns (sum: int)
  requires 0 <= n;
  ensures 2 * sum == n * (n + 1);
{
  var k: int;

  start:
    k, sum := 0, 0;
    goto head;
  head:
    assert 0 <= k && k <= n;
    assert 2 * sum == k * (k + 1);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-preserved
    goto body, done;
  body:
    assume k < n;
    sum := sum + k;
    k := k + 1;
    goto head;
  done:
    assume n <= k;
    return;
}
