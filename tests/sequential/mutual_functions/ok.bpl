// Two functions defined by each other, unrolled as far as a proof needs.
// A lemma procedure relates them for all n, by recursion.

function Even(n: int): bool { n == 0 || (0 < n && Odd(n - 1)) }
function Odd(n: int): bool { 0 < n && Even(n - 1) }

procedure Small()
{
  assert Even(0) && !Odd(0);
  assert Odd(1) && !Even(1);
  assert Even(4) && Odd(3);
}

procedure Parity(n: int)
  requires 0 <= n;
  ensures Even(n) <==> n mod 2 == 0;
  ensures Odd(n) <==> n mod 2 == 1;
  measure n;
{
  if (0 < n) {
    call Parity(n - 1);
  }
}
