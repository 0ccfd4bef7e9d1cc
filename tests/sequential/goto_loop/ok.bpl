// A loop written with labels and gotos: the sum of the first n numbers.
// The assertions at the head of the loop are its invariants.

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
