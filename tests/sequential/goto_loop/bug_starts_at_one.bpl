// The sum starts at one.
// The second invariant does not hold when the loop is first reached.

procedure Sum(n: int) returns (sum: int)
  requires 0 <= n;
  ensures 2 * sum == n * (n + 1);
{
  var k: int;

  start:
    k, sum := 0, 1;
    goto head;
  head:
    assert 0 <= k && k <= n;
    assert 2 * sum == k * (k + 1);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ invariant-entry
    goto body, done;
  body:
    assume k < n;
    k := k + 1;
    sum := sum + k;
    goto head;
  done:
    assume n <= k;
    return;
}
